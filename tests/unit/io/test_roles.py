"""Which column is the label, which class is positive, which columns are models, what becomes of the rest."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from costcurves.io import assign, read, scores_of
from costcurves.io.classes import conventional
from costcurves.io.naming import label_candidates, other_meaning, words
from tests.unit.io.looking import refusal, written


@pytest.fixture
def table(tmp_path):
    """Columns of a CSV text; names are relative to the folder."""

    def make(text, name="a.csv"):
        columns = read(written(tmp_path, name, text))
        places = dataclasses.replace(columns.columns[0].places, source=name)
        return dataclasses.replace(columns.placed(places), source=name)

    return make


def said(table, text, **options):
    """What assigning roles refuses to do."""
    columns = table(text)
    return refusal(lambda: assign(columns, **options))


def flags(roles):
    """Which rows are positive, as a list."""
    return np.asarray(roles.is_positive).tolist()


def scores(roles):
    """Scores as lists."""
    return {name: score.tolist() for name, score in roles.scores.items()}


PLAIN = "label,lr,rf\n1,0.9,3\n0,0.1,7\n1,0.5,5\n"


def test_the_plain_case(table):
    roles = assign(table(PLAIN))
    assert roles.kind == "records"
    assert roles.label == "label"
    assert flags(roles) == [True, False, True]
    assert (roles.positive, roles.negative) == ("1", "0")
    assert scores(roles) == {"lr": [0.9, 0.1, 0.5], "rf": [3.0, 7.0, 5.0]}
    assert all(score.dtype == np.float64 for score in roles.scores.values())
    assert (roles.left_out, roles.notes, roles.weight, roles.fold) == ((), (), None, None)


# ---- the label ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "label",
        "Label",
        " LABELS ",
        "y",
        "y_true",
        "Y-True",
        "yTrue",
        "target",
        "class",
        "actual",
        "Outcome",
        "truth",
        "true label",
        "ground_truth",
        "trueClass",
        "class_label",
        "response",
    ],
)
def test_labels_are_found_by_name(table, name):
    assert assign(table(PLAIN.replace("label", name))).label == name.strip()


def test_other_names_are_no_labels():
    names = ["lr", "ye", "classifier", "labelled", "y2", "actual_cost", "p_class", "class_1", "target_rate"]
    assert label_candidates(names) == []


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (
            "lr,rf\n1,2\n",
            {},
            "none of the columns 'lr', 'rf' is named like a label (a.csv); name it with --label",
        ),
        (
            "y,class,rf\n1,0,2\n",
            {},
            "2 columns are named like a label: 'y', 'class' (a.csv); name it with --label",
        ),
        (
            PLAIN,
            {"label": "labels"},
            "no column 'labels' in a.csv (the label); did you mean 'label'?",
        ),
        (
            PLAIN,
            {"label": "lr", "scores": ["lr"]},
            "a column must have one role; got 'lr' as label and as score: name different columns",
        ),
        (
            PLAIN,
            {"weight": "rf", "fold": "rf"},
            "a column must have one role; got 'rf' as weight and as fold: name different columns",
        ),
        (
            PLAIN,
            {"fold": "folds"},
            "no column 'folds' in a.csv (the fold); the columns are 'label', 'lr', 'rf'",
        ),
    ],
)
def test_labels_and_uses_that_are_unclear(table, text, options, message):
    assert said(table, text, **options) == message


def test_a_column_with_another_use_is_no_candidate(table):
    text = "y,class,rf\n1,a,2\n0,b,3\n"
    assert assign(table(text), segment="class").label == "y"
    assert assign(table(text), scores=["y"], positive="a").label == "class"


# ---- the positive class ---------------------------------------------------------------------

# Labels, positive as given, positive and negative as found.
POSITIVE = [
    (["0", "1"], None, "1", "0"),
    (["1.0", "0.0"], None, "1", "0"),
    (["-1", "1"], None, "1", "-1"),
    (["TRUE", "FALSE"], None, "true", "false"),
    (["yes", "no"], None, "yes", "no"),
    (["N", "Y"], None, "Y", "N"),
    (["T", "F"], None, "T", "F"),
    (["neg", "pos"], None, "pos", "neg"),
    (["Negative", "Positive"], None, "Positive", "Negative"),
    (["tested_positive", "tested_negative"], None, "tested_positive", "tested_negative"),
    (["+", "-"], None, "+", "-"),
    (["absent", "present"], None, "present", "absent"),
    (["fraud", "no fraud"], None, "fraud", "no fraud"),
    (["Non-Buyer", "buyer"], None, "buyer", "Non-Buyer"),
    (["good", "bad"], "bad", "bad", "good"),
    (["good", "bad"], "GOOD", "good", "bad"),
    (["0", "1"], 0, "0", "1"),
    (["0", "1"], "0.0", "0", "1"),
    (["0", "1"], True, "1", "0"),
    (["true", "false"], 0, "false", "true"),
    (["1", "2"], 2, "2", "1"),
    (["0.0", "1.0"], 1, "1", "0"),
    (["2024-01-01", "2024-01-02"], "2024-01-02", "2024-01-02", "2024-01-01"),
]


@pytest.mark.parametrize(("labels", "given", "positive", "negative"), POSITIVE)
def test_the_positive_class(table, labels, given, positive, negative):
    text = "label,s\n" + "".join(f"{label},{place}.5\n" for place, label in enumerate(labels))
    roles = assign(table(text), positive=given)
    assert (roles.positive, roles.negative) == (positive, negative)
    assert sum(flags(roles)) == 1
    spelled = [label.lower().removesuffix(".0") for label in labels]
    assert flags(roles) == [label == positive.lower() for label in spelled]


@pytest.mark.parametrize(
    ("labels", "options", "message"),
    [
        (
            ["good", "bad"],
            {},
            (
                "the labels 'bad', 'good' do not say which class is positive (column 'label'); name it, e.g. --positive bad or --positive good"
            ),
        ),
        (
            ["1", "2"],
            {},
            (
                "the labels '1', '2' do not say which class is positive (column 'label'); name it, e.g. --positive 1 or --positive 2"
            ),
        ),
        (
            ["a", "b", "c"],
            {},
            (
                "the labels 'a', 'b', 'c' do not say which class is positive (column 'label'); name it, e.g. --positive a or --positive b"
            ),
        ),
        (
            ["yes", "no"],
            {"positive": "yess"},
            ("no such label 'yess' (--positive, in column 'label'); did you mean 'yes'?"),
        ),
        (
            ["0", "1"],
            {"positive": 7},
            ("no such label '7' (--positive, in column 'label'); the labels are '0', '1'"),
        ),
        (
            ["A", "a", "b", "c"],
            {"positive": "D "},
            ("no such label 'D ' (--positive, in column 'label'); the labels are 'A', 'a', 'b', 'c'"),
        ),
        (
            ["1", "1"],
            {},
            "column 'label' holds only one class (2 × 1); give records of both classes",
        ),
        (
            ["bad", "bad"],
            {"positive": "bad"},
            "column 'label' holds only one class (2 × bad); give records of both classes",
        ),
        (
            ["1", "", "0", "NA"],
            {},
            (
                "label 'label' must have a value in every row; got 2 missing values (a.csv, lines 3, 5): fill these cells, or leave rows with missing values out with --drop-missing"
            ),
        ),
        (
            ["a", "NA"],
            {},
            "label 'label' must have a value in every row; got 1 missing value (a.csv, line 3): fill that cell, or leave rows with missing values out with --drop-missing",
        ),
        (
            ["0.5", "1"],
            {},
            "the label 'label' holds 2 different numbers, which are not classes; name a column of classes with --label, or judge predictions of a number with `costcurves numeric`",
        ),
        (
            [str(i) for i in range(101)],
            {},
            (
                "the label 'label' holds 101 different numbers, which are not classes; name a column of classes with --label, or judge predictions of a number with `costcurves numeric`"
            ),
        ),
    ],
)
def test_labels_that_do_not_say_what_is_positive(table, labels, options, message):
    text = "label,s\n" + "".join(f"{label},{place}.5\n" for place, label in enumerate(labels))
    assert said(table, text, **options) == message


def test_more_than_two_classes(table):
    roles = assign(table("class,s\na,1\nb,2\nc,4\na,3\n"), positive="a")
    assert flags(roles) == [True, False, False, True]
    assert (roles.negative, roles.notes) == ("the rest", ("3 classes: a against the rest (b 1, c 1)",))


def test_conventions_hold_for_two_values_only():
    assert conventional(["yes"]) == ""
    assert conventional(["no", "yes", "maybe"]) == ""
    assert conventional(["not.ok", "ok"]) == "ok"
    assert conventional(["none", "one"]) == ""


# ---- models ---------------------------------------------------------------------------------


def test_columns_that_are_no_models_are_left_out_with_the_reason(table):
    text = (
        "label,customerID,amount_eur,cv_fold,weight,cost_fp,order_date,cluster,segment,partition,flag,name,seen,"
        "same,rows,from0,big,empty,long,pad,lr\n"
        "1,1,9.5,1,1,2,3,1,2,1,true,x,2024-01-01,0.5,1,0,9007199254740993,,123456789012345678901,01,0.9\n"
        "0,5,9.1,2,1,2,3,1,2,1,false,y,2024-01-02,0.5,2,1,1,,1,02,0.1\n"
        "1,3,9.2,1,1,2,3,1,2,1,true,z,2024-01-03,0.5,3,2,1,,1,03,0.5\n"
    )
    roles = assign(table(text))
    assert list(roles.scores) == ["lr"]
    assert dict(roles.left_out) == {
        "customerID": "named like an identifier",
        "amount_eur": "named like an amount",
        "cv_fold": "named like a fold; --fold cv_fold uses it",
        "weight": "named like a weight; --weight weight uses it",
        "cost_fp": "named like a cost",
        "order_date": "named like a date",
        "cluster": "named like a cluster; --cluster cluster uses it",
        "segment": "named like a segment; --segment segment uses it",
        "partition": "named like a partition; --partition partition uses it",
        "flag": "true or false; --score flag uses it",
        "name": "named like an identifier",
        "seen": "text",
        "same": "constant, 0.5 in every row",
        "rows": "counts the rows",
        "from0": "counts the rows",
        "big": "whole numbers that float64 cannot hold, 9007199254740993 in line 2",
        "empty": "no values",
        "long": "whole numbers beyond 64 bits",
        "pad": "numbers with leading zeros",
    }


@pytest.mark.parametrize(
    ("name", "meaning"),
    [
        ("id", "an identifier"),
        ("CustomerID", "an identifier"),
        ("row_number", "an identifier"),
        ("Unnamed: 0", "an identifier"),
        ("unnamed", "an identifier"),
        ("__index_level_0__", "an identifier"),
        ("rownames", "an identifier"),
        ("stress_index", "an identifier"),
        ("risk_index", ""),
        ("inst#", "an identifier"),
        ("fold_3", "a fold"),
        ("sample weight", "a weight"),
        ("loan_amount", "an amount"),
        ("balance", "an amount"),
        ("c_fn", "a cost"),
        ("cost", "a cost"),
        ("date_of_birth", "a date"),
        ("split", "a partition"),
        ("cost_sensitive_tree", ""),
        ("weighted_lr", ""),
        ("lr", ""),
        ("idea", ""),
        ("R0.5", ""),
        ("#", ""),
        ("time_lag_model", ""),
    ],
)
def test_names_that_say_what_a_column_holds(name, meaning):
    assert other_meaning(name) == meaning


def test_words_of_names():
    assert words("rf2 Score-Äx") == ["rf2", "score", "äx"]


def test_named_scores_are_taken_whatever_they_look_like(table):
    text = "label,id,flag,same,text,lr\n1,1,true,5,0.5,3\n0,2,false,5,x,1\n1,3,true,5,7,2\n"
    roles = assign(table(text), scores=["same", "flag", "id", "id"])
    assert scores(roles) == {"same": [5, 5, 5], "flag": [1, 0, 1], "id": [1, 2, 3]}
    assert roles.left_out == ()


def test_numbers_that_are_stored_as_text_are_numbers(tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = tmp_path / "a.parquet"
    pq.write_table(
        pa.table({"label": ["0", "1", "0"], "s": ["0.5", " 1e-3", "inf"], "n": ["1", None, "2"]}), path
    )
    assert scores(assign(read(path), scores=["s"])) == {"s": [0.5, 0.001, np.inf]}
    pq.write_table(pa.table({"label": ["0", "1", "0"], "s": ["0.5", "?", "7"]}), path)
    assert refusal(lambda: assign(read(path)), tmp_path) == (
        "score 's' must have a value in every row; got 1 missing value (a.parquet, row 2): fill that cell, or leave rows with missing values out with --drop-missing"
    )
    pq.write_table(pa.table({"label": ["0", "1", "0"], "s": ["0.5", "1", "7"], "n": ["1", None, "2"]}), path)
    assert refusal(lambda: assign(read(path)), tmp_path) == (
        "score 'n' must have a value in every row; got 1 missing value (a.parquet, row 2): fill that cell, or leave rows with missing values out with --drop-missing"
    )


MIXED = "label,lr,rf,d\n1,0.5,oops,x\n0,,0.25,y\n1,0.25,0.75,z\n0,,1,w\n"


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (
            MIXED,
            {"scores": ["rf"]},
            "score 'rf' must hold numbers; got the text 'oops' (a.csv, line 2): correct that cell",
        ),
        (
            MIXED.replace(",,", ",0.1,"),
            {},
            (
                "column 'rf' must hold numbers or text, not both; got 'oops' among numbers (a.csv, line 2): correct that cell, or name the columns of scores with --score"
            ),
        ),
        (
            MIXED,
            {"scores": ["lr"]},
            (
                "score 'lr' must have a value in every row; got 2 missing values (a.csv, lines 3, 5): fill these cells, or leave rows with missing values out with --drop-missing"
            ),
        ),
        (
            MIXED.replace("oops", "0.5"),
            {},
            (
                "score 'lr' must have a value in every row; got 2 missing values (a.csv, lines 3, 5): fill these cells, or leave rows with missing values out with --drop-missing"
            ),
        ),
        (
            MIXED,
            {"scores": ["d"]},
            "score 'd' must hold numbers; got the texts 'x', 'y', 'z' (a.csv, lines 2, 3, 4 and 1 more): correct these cells",
        ),
        (
            MIXED,
            {"scores": ["lrr"]},
            "no column 'lrr' in a.csv (a score); did you mean 'lr'?",
        ),
        (
            "label,id,t\n1,7,x\n0,5,y\n",
            {},
            (
                "no column of a.csv holds scores (id: named like an identifier; t: text); name one with --score"
            ),
        ),
        ("label\n1\n0\n", {}, "no column of a.csv holds scores; name one with --score"),
        (
            "label,n\n1,9007199254740993\n0,1\n",
            {"scores": ["n"]},
            (
                "score 'n' must hold numbers that float64 holds exactly; got a whole number that float64 cannot hold, 9007199254740993 in line 2: write plain numbers; of scores only the order matters"
            ),
        ),
        (
            "label,n\n1,99999999999999999999\n0,1\n",
            {"scores": ["n"]},
            (
                "score 'n' must hold numbers that float64 holds exactly; got whole numbers beyond 64 bits: write plain numbers; of scores only the order matters"
            ),
        ),
        (
            PLAIN,
            {"lower_is_positive": ["tree"]},
            "no such model 'tree' (--lower); the models are 'lr', 'rf'",
        ),
        (
            PLAIN,
            {"lower_is_positive": ["RF"]},
            "no such model 'RF' (--lower); did you mean 'rf'?",
        ),
    ],
)
def test_scores_that_cannot_be_read(table, text, options, message):
    assert said(table, text, **options) == message


def test_large_whole_numbers_that_float64_holds_are_scores(table):
    roles = assign(table("label,n\n1,9007199254740994\n0,-18014398509481984\n"))
    assert scores(roles) == {"n": [9007199254740994.0, -18014398509481984.0]}


def test_infinite_scores_are_scores(table):
    assert scores(assign(table("label,s\n1,inf\n0,-Infinity\n1,0.5\n"))) == {"s": [np.inf, -np.inf, 0.5]}


def test_two_rows_are_no_counter(table):
    assert scores(assign(table("label,s\n0,0\n1,1\n"))) == {"s": [0.0, 1.0]}


def test_low_scores_may_mean_positive(table):
    roles = assign(table(PLAIN), lower_is_positive=["rf"])
    assert roles.lower_is_positive == ("rf",)
    assert roles.scores["rf"].tolist() == [3.0, 7.0, 5.0]


def test_dates_are_no_scores(tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    days = np.array(["2024-01-01", "2024-01-02"], dtype="datetime64[D]")
    pq.write_table(pa.table({"label": [0, 1], "when": days, "s": [0.1, 0.9]}), tmp_path / "a.parquet")
    columns = read(tmp_path / "a.parquet")
    assert assign(columns).left_out == (("when", "dates"),)
    assert refusal(lambda: assign(columns, scores=["when"])).startswith(
        "score 'when' must hold numbers; got the texts '2024"
    )


# ---- many classes ---------------------------------------------------------------------------

MANY = (
    "label,lr_p_a,lr_p_b,lr_p_c,nb_p_b,nb_p_c,extra_p_x,lr2\n"
    "a,0.7,0.2,0.1,0.2,0.3,7,1\n"
    "c,0.1,0.1,0.8,0.1,0.6,8,2\n"
    "b,0.1,0.6,0.3,0.9,0.1,6,0\n"
)


def test_columns_of_classes_are_one_model_each(table):
    roles = assign(table(MANY), positive="b")
    assert scores(roles) == {
        "lr": [0.2, 0.1, 0.6],
        "nb": [0.2, 0.1, 0.9],
        "extra_p_x": [7.0, 8.0, 6.0],
        "lr2": [1.0, 2.0, 0.0],
    }
    assert roles.notes == (
        "3 classes: b against the rest (a 1, c 1)",
        "lr, nb: scores of class b against the rest",
    )


def test_the_last_class_is_positive_if_nobody_says(table):
    roles = assign(table(MANY))
    assert roles.positive == "c"
    assert (
        roles.notes[0]
        == "positive class 'c', the last of the classes; --positive names another, and `costcurves classes` judges all"
    )
    assert scores(roles)["nb"] == [0.3, 0.6, 0.1]


def test_convention_comes_before_order(table):
    roles = assign(table("label,m_p_1,m_p_0\n1,0.7,0.3\n0,0.2,0.8\n"))
    assert (roles.positive, scores(roles)) == ("1", {"m": [0.7, 0.2]})
    roles = assign(table("label,m_p_bad,m_p_good\nbad,0.7,0.3\ngood,0.2,0.8\n"))
    assert (roles.positive, scores(roles)) == ("good", {"m": [0.3, 0.8]})


def test_many_class_models_are_named_without_the_class(table):
    assert scores(assign(table(MANY), positive="a", scores=["lr", "nb_p_b"])) == {
        "lr": [0.7, 0.1, 0.1],
        "nb_p_b": [0.2, 0.1, 0.9],
    }
    assert said(table, MANY, positive="a", scores=["nb"]) == (
        "model 'nb' must have a column for the positive class 'a'; got columns for 'b', 'c': add the column, or name the columns of scores with --score"
    )
    assert said(table, MANY, positive="a").startswith(
        "model 'nb' must have a column for the positive class 'a'"
    )


def test_a_column_with_the_name_of_a_many_class_model(table):
    roles = assign(table("label,m_p_0,m_p_1,m\n1,0.3,0.7,5\n0,0.8,0.2,4\n"))
    assert scores(roles) == {"m_p_1": [0.7, 0.2], "m": [5.0, 4.0]}


def test_scores_of_a_model_without_labels(table):
    columns = table("lr,nb_p_yes,nb_p_no\n0.5,0.9,0.1\n0.25,0.8,0.2\n")
    assert scores_of(columns, "lr").tolist() == [0.5, 0.25]
    assert scores_of(columns, "nb", "yes").tolist() == [0.9, 0.8]
    assert refusal(lambda: scores_of(columns, "nb")) == (
        "no column 'nb' in a.csv (the model); the columns are 'lr', 'nb_p_yes', 'nb_p_no'"
    )


# ---- weights and parts ----------------------------------------------------------------------

PARTS = "label,lr,w,fold,site,region,part\n1,0.9,2,1,a,N,train\n0,0.1,0,2,b,S,test\n1,0.5,1.5,1,a,N,test\n"


def test_columns_are_used_when_they_are_named(table):
    roles = assign(
        table(PARTS),
        scores=["lr"],
        weight="w",
        fold="fold",
        cluster="site",
        segment="region",
        partition="part",
    )
    assert np.asarray(roles.weight).tolist() == [2.0, 0.0, 1.5]
    assert np.asarray(roles.fold).tolist() == [1, 2, 1]
    assert np.asarray(roles.cluster).tolist() == ["a", "b", "a"]
    assert np.asarray(roles.segment).tolist() == ["N", "S", "N"]
    assert np.asarray(roles.partition).tolist() == ["train", "test", "test"]
    assert roles.left_out == ()


@pytest.mark.parametrize(
    ("old", "new", "options", "message"),
    [
        (
            "0.9,2",
            "0.9,-1",
            {"weight": "w"},
            "weight 'w' must be finite and at least 0; got -1 (a.csv, line 2): correct that cell",
        ),
        (
            "0.9,2",
            "0.9,inf",
            {"weight": "w"},
            "weight 'w' must be finite and at least 0; got inf (a.csv, line 2): correct that cell",
        ),
        (
            "0.9,2",
            "0.9,",
            {"weight": "w"},
            "weight 'w' must have a value in every row; got 1 missing value (a.csv, line 2): fill that cell",
        ),
        (
            "0.9,2",
            "0.9,x",
            {"weight": "w"},
            "weight 'w' must hold numbers; got the text 'x' (a.csv, line 2): correct that cell",
        ),
        (
            "test",
            "NA",
            {"partition": "part"},
            (
                "partition 'part' must have a value in every row; got 2 missing values (a.csv, lines 3, 4): fill these cells"
            ),
        ),
    ],
)
def test_weights_and_parts_that_cannot_be_used(table, old, new, options, message):
    assert said(table, PARTS.replace(old, new), scores=["lr"], **options) == message
