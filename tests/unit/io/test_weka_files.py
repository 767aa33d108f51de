"""Files of WEKA: its prediction CSV, as version 3.9.7 writes it, and ARFF."""

from __future__ import annotations

import numpy as np
import pytest

from costcurves.io import assign, read
from tests.unit.io.looking import cells, kinds, refused, written

# Written by WEKA 3.9.7, `weka.classifiers.bayes.NaiveBayes -t w.arff -T w.arff -classifications
# "weka.classifiers.evaluation.output.prediction.CSV …"`; the class is {no, 'yes, sir'}, row 5 has none.
SHORT = """

=== Predictions on test data ===

inst#,actual,predicted,error,prediction
1,1:no,1:no,,1
2,1:no,1:no,,0.97
3,2:'yes, sir',2:yes, sir,,0.721
4,2:'yes, sir',2:yes, sir,,0.922
5,1:?,1:no,,0.744
6,1:no,1:no,,0.744
7,2:'yes, sir',2:yes, sir,,0.989
8,1:no,1:no,,0.723

"""
DISTRIBUTION = """
inst#,actual,predicted,error,distribution,,x
1,1:no,1:no,,*1,0,1
2,1:no,1:no,,*0.97,0.03,2
3,2:'yes, sir',2:yes, sir,,0.279,*0.721,3
5,1:?,1:no,,*0.744,0.256,2.5
8,1:no,1:no,,*0.723,0.277,?
"""
ATTRIBUTES = """inst#,actual,predicted,error,prediction,x,col, b
1,1:no,1:no,,1,1,a
3,2:'yes, sir',2:yes, sir,,0.721,3,'b c'
8,1:no,1:no,,0.723,?,a
"""
THREE = """inst#,actual,predicted,error,distribution,,
1,3:c,3:c,,0.271,0.001,*0.728
2,2:b,1:a,+,*1,0,0
3,2:b,2:b,,0.271,*0.728,0.001
4,1:a,2:b,+,0.271,*0.728,0.001
1,3:c,3:c,,0,0.365,*0.635
"""
NUMBER = """inst#,actual,predicted,error,x
1,1,2,1,1
2,2,2,0,?
3,3.5,2,-1.5,3
"""
YES = "prediction_p_yes, sir"


def test_the_short_form_gives_both_probabilities_in_its_own_decimals(tmp_path):
    columns = read(written(tmp_path, "a.csv", SHORT))
    assert columns.format == "weka"
    assert cells(columns) == {
        "inst#": [1, 2, 3, 4, 5, 6, 7, 8],
        "actual": ["no", "no", "yes, sir", "yes, sir", None, "no", "yes, sir", "no"],
        "prediction_p_no": [1.0, 0.97, 0.279, 0.078, 0.744, 0.744, 0.011, 0.723],
        YES: [0.0, 0.03, 0.721, 0.922, 0.256, 0.256, 0.989, 0.277],
    }
    assert columns.notes == (
        "prediction_p_<class> is the probability of the predicted class, or one minus it",
    )


def test_tabs_and_crlf(tmp_path):
    text = SHORT.replace("yes, sir", "yes").replace(",", "\t").replace("\n", "\r\n")
    assert cells(read(written(tmp_path, "a.tsv", text)))["prediction_p_yes"][2] == 0.721


def test_a_summary_may_follow(tmp_path):
    text = SHORT + "=== Stratified cross-validation ===\nCorrectly Classified Instances  8\n"
    assert read(written(tmp_path, "a.txt", text)).rows == 8


def test_the_distribution_is_read_as_it_is(tmp_path):
    columns = read(written(tmp_path, "a.csv", DISTRIBUTION))
    assert cells(columns) == {
        "inst#": [1, 2, 3, 5, 8],
        "actual": ["no", "no", "yes, sir", None, "no"],
        "prediction_p_no": [1.0, 0.97, 0.279, 0.744, 0.723],
        YES: [0.0, 0.03, 0.721, 0.256, 0.277],
        "x": [1.0, 2.0, 3.0, 2.5, None],
    }
    assert columns.notes == ("prediction_p_<class> is the distribution that WEKA wrote",)


def test_names_with_separators_hide_attributes(tmp_path):
    columns = read(written(tmp_path, "a.csv", ATTRIBUTES))
    assert columns.names == ("inst#", "actual", "prediction_p_no", YES)
    assert columns.notes[-1] == "attributes are left out, since their names contain separators"
    columns = read(written(tmp_path, "b.csv", ATTRIBUTES.replace("col, b", "col b")))
    assert cells(columns)["col b"] == ["a", "b c", "a"]


def test_several_classes(tmp_path):
    columns = read(written(tmp_path, "a.csv", THREE))
    assert cells(columns)["prediction_p_c"] == [0.728, 0.0, 0.001, 0.001, 0.635]
    roles = assign(columns, positive="b")
    assert np.asarray(roles.is_positive).tolist() == [False, True, True, False, False]
    assert {name: score.tolist() for name, score in roles.scores.items()} == {
        "prediction": [0.001, 0.0, 0.728, 0.728, 0.365]
    }


def test_a_class_that_never_occurs_keeps_its_number(tmp_path):
    columns = read(written(tmp_path, "a.csv", THREE.replace("3:c,3:c", "2:b,2:b")))
    assert columns.names[2:] == ("prediction_p_a", "prediction_p_b", "prediction_p_class 3")


def test_rows_without_a_prediction(tmp_path):
    short = "inst#,actual,predicted,error,prediction\n1,1:a,?,,?\n2,2:b,2:b,,0.8\n"
    columns = read(written(tmp_path, "a.csv", short))
    assert cells(columns)["prediction_p_b"] == [None, 0.8]
    full = "inst#,actual,predicted,error,distribution,,x\n1,1:a,?,,?,7\n2,2:b,2:b,,0.2,*0.8,8\n"
    assert cells(read(written(tmp_path, "b.csv", full))) == {
        "inst#": [1, 2],
        "actual": ["a", "b"],
        "prediction_p_a": [None, 0.2],
        "prediction_p_b": [None, 0.8],
        "x": [7, 8],
    }


def test_quoted_names(tmp_path):
    text = (
        "inst#,actual,predicted,error,prediction\n1,1:'it\\'s\\ta \\\\',1:it's\ta \\,,0.9\n2,2:b,2:b,,0.8\n"
    )
    assert cells(read(written(tmp_path, "a.csv", text)))["actual"] == ["it's\ta \\", "b"]
    text = "inst#,actual,predicted,error,prediction,x\n1,1:a,1:a,,0.9,'odd\n2,2:b,2:b,,0.8,y\n"
    assert cells(read(written(tmp_path, "b.csv", text)))["x"] == ["'odd", "y"]
    text = "inst#,actual,predicted,error,prediction,x,z\n1,1:a,1:a,,0.9,,\n2,2:b,2:b,,0.8,y,\n"
    assert cells(read(written(tmp_path, "c.csv", text))) | {"inst#": []} == {
        "inst#": [],
        "actual": ["a", "b"],
        "prediction_p_a": [0.9, 0.2],
        "prediction_p_b": [0.1, 0.8],
        "x": [None, "y"],
        "z": [None, None],
    }


def test_predictions_of_a_number_stay_columns(tmp_path):
    columns = read(written(tmp_path, "a.csv", NUMBER))
    assert cells(columns) == {
        "inst#": [1, 2, 3],
        "actual": [1.0, 2.0, 3.5],
        "predicted": [2, 2, 2],
        "error": [1.0, 0.0, -1.5],
        "x": [1, None, 3],
    }


HEAD = "inst#,actual,predicted,error,prediction\n"
REFUSED = {
    "three classes": (
        HEAD + "1,3:c,3:c,,0.7\n",
        (
            'WEKA predictions of more than two classes must have the distribution; got the probability of the predicted class only (a.csv): write them with "weka.classifiers.evaluation.output.prediction.CSV -distribution"'
        ),
    ),
    "less than a half": (
        HEAD + "1,2:b,2:b,,0.4\n",
        (
            'WEKA predictions of more than two classes must have the distribution; got the probability of the predicted class only (a.csv): write them with "weka.classifiers.evaluation.output.prediction.CSV -distribution"'
        ),
    ),
    "other line": (
        "\n" + HEAD + "1,1:a,1:a,,0.9\nsome text\n",
        "every line must be valid WEKA predictions; got 'some text' (a.csv, line 4): correct that line",
    ),
    "no number": (
        HEAD + "1,1:a,1:a,,0.9.9\n",
        "every line must be valid WEKA predictions; got '0.9.9' (a.csv, line 2): correct that line",
    ),
    "short distribution": (
        "inst#,actual,predicted,error,distribution,\n1,1:a,1:a,,*0.9\n",
        "every line must be valid WEKA predictions; got no 2 probabilities (a.csv, line 2): correct that line",
    ),
    "no rows": (HEAD, "'a.csv' has a header but no rows; export it again"),
    "ragged numbers": (
        "inst#,actual,predicted,error\n1,2,3\n",
        (
            "every line must have 4 fields, like the header; got 3 (a.csv, line 2): correct that line, or quote fields that hold the separator"
        ),
    ),
    "no WEKA": (
        "y,s\n1,2\n",
        (
            "'a.csv' is not valid WEKA predictions: it has no header inst#,actual,predicted,error; export it again"
        ),
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_predictions_that_cannot_be_read(tmp_path, case):
    content, message = REFUSED[case]
    assert refused(tmp_path, "a.csv", content, format="weka") == message


ARFF = """% scores of two models
@RELATION 'out of fold'

@attribute 'rf score' real
@ATTRIBUTE lr NUMERIC   % the baseline
@attribute "it's" {yes, 'no, sir', "m'aybe"}   % classes
@attribute note string
@attribute day date "yyyy-MM-dd"
@data
0.5,  1 , yes, 'a, \\'b\\'', "2024-02-29"
% a comment

?\t2\t'no, sir'\tx\t?
1e-3,3,"m'aybe",? ,2024-03-01 % end
"""


def test_arff(tmp_path):
    columns = read(written(tmp_path, "a.arff", ARFF))
    assert columns.format == "arff"
    assert kinds(columns) == ["float", "int", "text", "text", "text"]
    assert cells(columns) == {
        "rf score": [0.5, None, 0.001],
        "lr": [1, 2, 3],
        "it's": ["yes", "no, sir", "m'aybe"],
        "note": ["a, 'b'", "x", None],
        "day": ["2024-02-29", None, "2024-03-01"],
    }


SPARSE = """@relation r
@attribute a numeric
@attribute c {no,yes}
@attribute b numeric
@data
{0 0.5, 1 yes}
{ }
{1 'yes', 2 ?}, {2.5}
"""


def test_sparse_rows_and_weights(tmp_path):
    columns = read(written(tmp_path, "a.arff", SPARSE))
    assert cells(columns) == {
        "a": [0.5, 0.0, 0.0],
        "c": ["yes", "no", "yes"],
        "b": [0, 0, None],
        "weight": [1.0, 1.0, 2.5],
    }


def test_weights_of_dense_rows(tmp_path):
    head = "@relation r\n@attribute a numeric\n@attribute weight numeric\n@data\n"
    assert cells(read(written(tmp_path, "a.arff", head + "1,2,{3}\n4,5\n"))) == {
        "a": [1, 4],
        "weight": [2, 5],
    }
    head = head.replace("weight", "b")
    assert cells(read(written(tmp_path, "a.arff", head + "1,2,{3}\n4,5\n")))["weight"] == [3, 1]


TOP = "@relation r\n@attribute a numeric\n@attribute c {no,yes}\n@data\n"
ARFF_REFUSED: dict[str, tuple[str | bytes, str]] = {
    "no data line": (
        "@relation r\n@attribute a numeric\n",
        "'a.arff' is not valid ARFF: it has no line @data; export it again",
    ),
    "no attributes": (
        "@relation r\n@data\n1\n",
        "every line must be valid ARFF; got @data before any @attribute (a.arff, line 2): correct that line",
    ),
    "other line": (
        "@relation r\nsome text\n",
        "every line must be valid ARFF; got 'some text' (a.arff, line 2): correct that line",
    ),
    "attribute without a type": (
        "@attribute a\n",
        "every line must be valid ARFF; got '@attribute a' (a.arff, line 1): correct that line",
    ),
    "relational": (
        "@attribute a relational\n",
        "every line must be valid ARFF; got an attribute of type relational (a.arff, line 1): correct that line",
    ),
    "no rows": (TOP, "'a.arff' has a header but no rows; export it again"),
    "short row": (
        TOP + "1,yes\n2\n",
        "every line must be valid ARFF; got 1 values for 2 attributes (a.arff, line 6): correct that line",
    ),
    "undeclared value": (
        TOP + "1,maybe\n",
        (
            "every line must be valid ARFF; got 'maybe', which attribute 'c' does not declare (a.arff, line 5): correct that line"
        ),
    ),
    "open quote": (
        TOP + "1,'yes\n",
        'every line must be valid ARFF; got "\'yes" (a.arff, line 5): correct that line',
    ),
    "sparse index": (
        TOP + "{7 1}\n",
        "every line must be valid ARFF; got the index '7' of no attribute (a.arff, line 5): correct that line",
    ),
    "sparse without value": (
        TOP + "{0 1, 1}\n",
        "every line must be valid ARFF; got '0 1, 1' (a.arff, line 5): correct that line",
    ),
    "Latin-1": (
        TOP.encode() + b"\xe9,yes\n",
        (
            "text must be UTF-8; got byte 0xE9 at offset 61 (a.arff, line 5): save it as UTF-8, e.g. `iconv -f latin1 -t utf-8`"
        ),
    ),
    "double names": (
        TOP.replace("@attribute c", "@attribute a") + "1,yes\n",
        "column names must differ; got 'a' more than once (a.arff): rename these columns",
    ),
}


@pytest.mark.parametrize("case", ARFF_REFUSED)
def test_arff_that_cannot_be_read(tmp_path, case):
    content, message = ARFF_REFUSED[case]
    assert refused(tmp_path, "a.arff", content) == message
