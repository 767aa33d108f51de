/* The passes over records that numpy has no call for: sort two classes apart, walk them, find corners of hulls.
 *
 * Everything here has a twin in Python that gives the same numbers; this file is optional and only quicker.
 * It allocates nothing and keeps no state: results and scratch are arrays that the caller hands in, so that two
 * threads can call at once. Threads are Python's: they hand out slices, and the work runs without the GIL.
 * Plain C11 and the limited API of Python 3.11; every array comes through the buffer protocol and is checked.
 *
 * Words: a *run* is the sorted scores of one class, ascending; a *load* is 8 bytes (a weight, a row number) that
 * ride along with a score; a *cell* is a distinct score with the weight of both classes at it.
 */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* Raised with every change of what a function takes or gives; kernel.py uses no other version than its own. */
#define VERSION 4

/* Up to so many records are sorted by insertion. */
#define FEW 24
/* One pass sorts into at most 2 to so many buckets, whose counters stay in the innermost cache. */
#define BITS 12
/* Counters of all passes over one bucket: a pass into 2^b buckets takes b bits off the 64 of a key, so that at most
 * six passes are nested in each other that use 2^12 counters each. */
#define COUNTERS (6 << BITS)

/* Of space/hull.py: below so many points a chain is walked, and so many points are pruned at once. */
#define CHAIN 1000
#define BLOCK 65536
/* What a few operations on floats are off by, as a share of their size. */
#define FEW_EPS (4 * DBL_EPSILON)

/* ---- arrays that the caller hands in ------------------------------------------------------------------------- */

#define MOST_BUFFERS 8

typedef struct {
    Py_buffer views[MOST_BUFFERS];
    int count;
} Buffers;

typedef struct {
    void *data; /* NULL where None was given */
    int64_t length;
    char kind; /* d float64, q int64, ? one byte */
} Column;

static void release(Buffers *buffers)
{
    while (buffers->count) PyBuffer_Release(&buffers->views[--buffers->count]);
}

static char kind_of(const Py_buffer *view)
{
    const char *format = view->format ? view->format : "B";
    if (*format == '@') format++;
    if (!format[0] || format[1]) return 0;
    if (*format == 'd' && view->itemsize == 8) return 'd';
    /* int64 is called a long on some systems and a long long on others. */
    if ((*format == 'q' || *format == 'l') && view->itemsize == 8) return 'q';
    return (*format == '?' || *format == 'B') && view->itemsize == 1 ? '?' : 0;
}

/* Take an array of one of some kinds; its memory is held until it is released with all others. */
static int take(Buffers *buffers, PyObject *given, const char *name, const char *kinds, int writable, Column *column)
{
    Py_buffer *view = &buffers->views[buffers->count];
    int flags = PyBUF_FORMAT | PyBUF_C_CONTIGUOUS | (writable ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(given, view, flags) < 0) {
        if (PyErr_ExceptionMatches(PyExc_BufferError)) {
            PyErr_Format(PyExc_ValueError, "%s must be contiguous%s", name, writable ? " and writable" : "");
        }
        return -1;
    }
    buffers->count++;
    column->data = view->buf ? view->buf : view; /* an empty array is there, too */
    column->kind = kind_of(view);
    column->length = view->itemsize > 0 ? (int64_t)(view->len / view->itemsize) : 0;
    if (!column->kind || !strchr(kinds, column->kind)) {
        PyErr_Format(PyExc_TypeError, "%s must hold numbers of kind %s in the order of bytes of this machine", name,
                     kinds);
        return -1;
    }
    if ((uintptr_t)view->buf % (uintptr_t)view->itemsize) {
        PyErr_Format(PyExc_ValueError, "%s must be aligned", name);
        return -1;
    }
    return 0;
}

/* The same, or None. */
static int take_or_none(Buffers *buffers, PyObject *given, const char *name, const char *kinds, int writable,
                        Column *column)
{
    memset(column, 0, sizeof *column);
    return given == Py_None ? 0 : take(buffers, given, name, kinds, writable, column);
}

/* Refuse an array that is too short; one that is not there is short of nothing. */
static int long_enough(const Column *column, int64_t length, const char *name)
{
    if (!column->data || column->length >= length) return 0;
    PyErr_Format(PyExc_ValueError, "%s must have %lld values; it has %lld", name, (long long)length,
                 (long long)column->length);
    return -1;
}

static int as_long(const Column *column, int64_t length, const char *name)
{
    if (!column->data || column->length == length) return 0;
    PyErr_Format(PyExc_ValueError, "%s must have %lld values; it has %lld", name, (long long)length,
                 (long long)column->length);
    return -1;
}

/* Refuse one array without the other. */
static int both_or_none(const Column *one, const Column *other, const char *names)
{
    if (!one->data == !other->data && one->kind == other->kind) return 0;
    PyErr_Format(PyExc_ValueError, "%s must be given both, with numbers of one kind, or neither", names);
    return -1;
}

/* ---- keys: unsigned integers in the order of scores ---------------------------------------------------------- */

#define SIGN ((uint64_t)1 << 63)

/* The bits of a float, all of them turned if it is negative, else the sign alone. */
static inline uint64_t key_of(double score)
{
    uint64_t bits;
    score += 0.0; /* −0.0 is 0.0 */
    memcpy(&bits, &score, sizeof bits);
    return bits ^ (bits & SIGN ? UINT64_MAX : SIGN);
}

static inline uint64_t bits_of_key(uint64_t key)
{
    return key ^ (key & SIGN ? SIGN : UINT64_MAX);
}

/* How scores are put into buckets: by their value, or by their key where `scale` is 0. Any such map is sound, since
 * it never falls as scores rise; a good one has few records in each bucket. Scores beyond its ends go into the first
 * and the last bucket, also those that somebody changes while we work. */
typedef struct {
    double low, scale;
    uint64_t low_key;
    int shift;
    int64_t last;
} Map;

static inline int64_t bucket_by_value(const Map *map, double score)
{
    double place = (score - map->low) * map->scale;
    if (!(place > 0)) return 0;
    return place < (double)map->last ? (int64_t)place : map->last;
}

static inline int64_t bucket_by_key(const Map *map, double score)
{
    uint64_t key = key_of(score), place;
    if (key <= map->low_key) return 0;
    place = (key - map->low_key) >> map->shift;
    return place < (uint64_t)map->last ? (int64_t)place : map->last;
}

static inline int64_t bucket_of(const Map *map, double score)
{
    return map->scale != 0 ? bucket_by_value(map, score) : bucket_by_key(map, score);
}

static int make_map(Map *map, double low, double scale, int shift, const Column *counts)
{
    if (counts->length < 2 || counts->length % 2 || shift < 0 || shift > 63 || low != low || isinf(low)) {
        PyErr_SetString(PyExc_ValueError, "a map needs a finite low end, a shift below 64, and counts of both classes");
        return -1;
    }
    map->low = low;
    map->scale = scale;
    map->low_key = key_of(low);
    map->shift = shift;
    map->last = counts->length / 2 - 1;
    return 0;
}

/* histogram(score, positive, low, scale, shift, counts) -> number of NaN
 *
 * Count the records of each class in each bucket: counts holds the buckets of the negatives, then of the positives. */
static PyObject *histogram(PyObject *module, PyObject *args)
{
    PyObject *given[3];
    Buffers held = {.count = 0};
    Column score, positive, counts;
    Map map;
    double low, scale;
    int shift;
    int64_t nans = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOddiO", &given[0], &given[1], &low, &scale, &shift, &given[2])) return NULL;
    if (take(&held, given[0], "score", "d", 0, &score) < 0 || take(&held, given[1], "positive", "?", 0, &positive) < 0 ||
        take(&held, given[2], "counts", "q", 1, &counts) < 0 || as_long(&positive, score.length, "positive") < 0 ||
        make_map(&map, low, scale, shift, &counts) < 0) {
        release(&held);
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
    {
        const double *x = score.data;
        const uint8_t *class = positive.data;
        int64_t *negatives = counts.data, *positives = negatives + map.last + 1, i;
        memset(negatives, 0, (size_t)counts.length * sizeof *negatives);
        for (i = 0; i < score.length; i++) {
            (class[i] ? positives : negatives)[bucket_of(&map, x[i])]++;
            nans += x[i] != x[i];
        }
    }
    Py_END_ALLOW_THREADS
    release(&held);
    return PyLong_FromLongLong(nans);
}

/* scatter(score, positive, load, low, scale, shift, places, keys, loads)
 *
 * Write the key of each record, and its load, to the next place of its class and bucket. Places count up; those of a
 * later slice begin where the earlier one ends, so that records of one bucket stay in their order. */
static PyObject *scatter(PyObject *module, PyObject *args)
{
    PyObject *given[6];
    Buffers held = {.count = 0};
    Column score, positive, load, places, keys, loads;
    Map map;
    double low, scale;
    int shift, fits = 1;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOddiOOO", &given[0], &given[1], &given[2], &low, &scale, &shift, &given[3],
                          &given[4], &given[5]))
        return NULL;
    if (take(&held, given[0], "score", "d", 0, &score) < 0 || take(&held, given[1], "positive", "?", 0, &positive) < 0 ||
        take_or_none(&held, given[2], "load", "dq", 0, &load) < 0 ||
        take(&held, given[3], "places", "q", 1, &places) < 0 || take(&held, given[4], "keys", "d", 1, &keys) < 0 ||
        take_or_none(&held, given[5], "loads", "dq", 1, &loads) < 0 ||
        as_long(&positive, score.length, "positive") < 0 || as_long(&load, score.length, "load") < 0 ||
        as_long(&loads, keys.length, "loads") < 0 || both_or_none(&load, &loads, "load and loads") < 0 ||
        make_map(&map, low, scale, shift, &places) < 0) {
        release(&held);
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
    {
        const double *x = score.data;
        const uint8_t *class = positive.data;
        const uint64_t *from = load.data;
        uint64_t *key = keys.data, *to = loads.data;
        int64_t *negatives = places.data, *positives = negatives + map.last + 1, i;
        for (i = 0; i < score.length; i++) {
            double one = x[i];
            int64_t place = (class[i] ? positives : negatives)[bucket_of(&map, one)]++;
            if (place < 0 || place >= keys.length) {
                fits = 0; /* places of other records than these */
                break;
            }
            key[place] = key_of(one);
            if (to) to[place] = from[i];
        }
    }
    Py_END_ALLOW_THREADS
    release(&held);
    if (fits) Py_RETURN_NONE;
    PyErr_SetString(PyExc_ValueError, "places must lie within keys");
    return NULL;
}

/* ---- sorting one bucket -------------------------------------------------------------------------------------- */

static inline int bit_length(uint64_t value)
{
    int bits = 0, half;
    for (half = 32; half; half /= 2) {
        if (value >> half) {
            value >>= half;
            bits += half;
        }
    }
    return bits + (value != 0);
}

/* Copy records, each to its place among those before it. They may be copied onto themselves. */
static int64_t insert(const uint64_t *from, const uint64_t *from_load, int64_t size, uint64_t *to, uint64_t *to_load)
{
    int64_t moved = 0, i, place;
    for (i = 0; i < size; i++) {
        uint64_t key = from[i], load = from_load ? from_load[i] : 0;
        for (place = i; place > 0 && to[place - 1] > key; place--) {
            to[place] = to[place - 1];
            if (to_load) to_load[place] = to_load[place - 1];
        }
        to[place] = key;
        if (to_load) to_load[place] = load;
        moved += i - place;
    }
    return moved;
}

/* Sort keys, equal ones in their order, and return how many records were moved.
 *
 * Each pass puts them into buckets by the leading bits of their distance from the least one; crowded buckets are
 * sorted likewise, the others by insertion. A pass takes at least 5 bits off the keys, so that no more than 13
 * are nested and no input takes quadratic time. */
static int64_t sort(uint64_t *keys, uint64_t *loads, int64_t size, uint64_t *spare, uint64_t *spare_loads,
                    int64_t *ends)
{
    uint64_t least, greatest;
    int64_t i, start, buckets, moved = 0;
    int bits, width, shift;
    if (size <= FEW) return insert(keys, loads, size, keys, loads);
    least = greatest = keys[0];
    for (i = 1; i < size; i++) {
        least = keys[i] < least ? keys[i] : least;
        greatest = keys[i] > greatest ? keys[i] : greatest;
    }
    if (least == greatest) return 0;
    bits = bit_length((uint64_t)size); /* one or two buckets a record, if they are spread evenly */
    bits = bits < BITS ? bits : BITS;
    width = bit_length(greatest - least);
    shift = width > bits ? width - bits : 0;
    buckets = (int64_t)((greatest - least) >> shift) + 1;
    memset(ends, 0, (size_t)buckets * sizeof *ends);
    for (i = 0; i < size; i++) ends[(keys[i] - least) >> shift]++;
    for (start = i = 0; i < buckets; i++) {
        int64_t count = ends[i];
        ends[i] = start;
        start += count;
    }
    for (i = 0; i < size; i++) {
        int64_t place = ends[(keys[i] - least) >> shift]++;
        spare[place] = keys[i];
        if (loads) spare_loads[place] = loads[i];
    }
    if (shift == 0) { /* the keys of a bucket are equal */
        memcpy(keys, spare, (size_t)size * sizeof *keys);
        if (loads) memcpy(loads, spare_loads, (size_t)size * sizeof *loads);
        return size;
    }
    for (start = i = 0; i < buckets; start = ends[i++]) {
        if (ends[i] - start > FEW) {
            moved += sort(spare + start, loads ? spare_loads + start : NULL, ends[i] - start, keys + start,
                          loads ? loads + start : NULL, ends + buckets);
        }
    }
    return size + moved + insert(spare, spare_loads, size, keys, loads);
}

/* sort_buckets(keys, loads, bounds, spare, spare_loads, counters) -> number of records moved
 *
 * Sort each bucket, [bounds[i], bounds[i + 1]) of keys, and turn its keys into scores. `spare` is as long as the
 * greatest bucket. */
static PyObject *sort_buckets(PyObject *module, PyObject *args)
{
    PyObject *given[6];
    Buffers held = {.count = 0};
    Column keys, loads, bounds, spare, spare_loads, counters;
    int64_t i, moved = 0, longest = 0;
    const int64_t *bound;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOOO", &given[0], &given[1], &given[2], &given[3], &given[4], &given[5]))
        return NULL;
    if (take(&held, given[0], "keys", "d", 1, &keys) < 0 || take_or_none(&held, given[1], "loads", "dq", 1, &loads) < 0 ||
        take(&held, given[2], "bounds", "q", 0, &bounds) < 0 || take(&held, given[3], "spare", "d", 1, &spare) < 0 ||
        take_or_none(&held, given[4], "spare_loads", "dq", 1, &spare_loads) < 0 ||
        take(&held, given[5], "counters", "q", 1, &counters) < 0 || as_long(&loads, keys.length, "loads") < 0 ||
        long_enough(&counters, COUNTERS, "counters") < 0 || as_long(&spare_loads, spare.length, "spare_loads") < 0 ||
        both_or_none(&loads, &spare_loads, "loads and spare_loads") < 0)
        goto refused;
    bound = bounds.data;
    for (i = 0; i + 1 < bounds.length; i++) {
        if (bound[i] < 0 || bound[i] > bound[i + 1] || bound[i + 1] > keys.length) {
            PyErr_SetString(PyExc_ValueError, "bounds must rise and lie within keys");
            goto refused;
        }
        longest = bound[i + 1] - bound[i] > longest ? bound[i + 1] - bound[i] : longest;
    }
    if (long_enough(&spare, longest, "spare") < 0) goto refused;
    Py_BEGIN_ALLOW_THREADS
    {
        uint64_t *load = loads.data;
        for (i = 0; i + 1 < bounds.length; i++) {
            uint64_t *key = (uint64_t *)keys.data + bound[i];
            int64_t j, size = bound[i + 1] - bound[i];
            moved += sort(key, load ? load + bound[i] : NULL, size, spare.data, spare_loads.data, counters.data);
            for (j = 0; j < size; j++) key[j] = bits_of_key(key[j]);
        }
    }
    Py_END_ALLOW_THREADS
    release(&held);
    return PyLong_FromLongLong(moved);
refused:
    release(&held);
    return NULL;
}

/* ---- walking two runs from the highest score down ------------------------------------------------------------ */

typedef struct {
    const double *negatives, *positives;
    int64_t n, p; /* records of each run that are not passed yet */
} Walk;

/* Pass all records of the highest score. Comparisons are such that NaN cannot make the walk stand still. */
static inline double pass_cell(Walk *walk)
{
    double score;
    if (!walk->n) {
        score = walk->positives[--walk->p];
    } else if (!walk->p) {
        score = walk->negatives[--walk->n];
    } else {
        double negative = walk->negatives[walk->n - 1], positive = walk->positives[walk->p - 1];
        score = negative < positive ? positive : negative;
        walk->n -= !(negative < positive);
        walk->p -= !(positive < negative);
    }
    while (walk->n && walk->negatives[walk->n - 1] == score) walk->n--;
    while (walk->p && walk->positives[walk->p - 1] == score) walk->p--;
    return score;
}

static int take_runs(Buffers *held, PyObject *const *given, Walk *walk)
{
    Column negatives, positives;
    if (take(held, given[0], "negatives", "d", 0, &negatives) < 0 ||
        take(held, given[1], "positives", "d", 0, &positives) < 0)
        return -1;
    walk->negatives = negatives.data;
    walk->positives = positives.data;
    walk->n = negatives.length;
    walk->p = positives.length;
    return 0;
}

static int take_weights(Buffers *held, PyObject *const *given, const char *kinds, const Walk *walk, Column *weights)
{
    if (take_or_none(held, given[0], "negative_weight", kinds, 0, &weights[0]) < 0 ||
        take_or_none(held, given[1], "positive_weight", kinds, 0, &weights[1]) < 0 ||
        as_long(&weights[0], walk->n, "negative_weight") < 0 || as_long(&weights[1], walk->p, "positive_weight") < 0)
        return -1;
    return both_or_none(&weights[0], &weights[1], "weights");
}

/* Weight of the records [start, stop) of a run. Floats are added one by one in the order of the records, which is
 * that of the input where scores are equal. */
static inline void put_weight(const Column *weight, int64_t start, int64_t stop, void *out, int64_t cell)
{
    if (!weight->data) {
        ((int64_t *)out)[cell] = stop - start;
    } else if (weight->kind == 'q') {
        /* Unsigned, since overflow of these is defined; callers see to it that there is none. */
        static const uint64_t none = 0;
        const uint64_t *one = weight->data;
        uint64_t sum = *(start < stop ? one + start : &none);
        for (start++; start < stop; start++) sum += one[start];
        ((uint64_t *)out)[cell] = sum;
    } else {
        /* Nearly always there is one record or none, at random: a choice of addresses is no branch. */
        static const double none = 0.0;
        const double *one = weight->data;
        double sum = 0.0 + *(start < stop ? one + start : &none);
        for (start++; start < stop; start++) sum += one[start];
        ((double *)out)[cell] = sum;
    }
}

/* fill_cells(negatives, positives, negative_weight, positive_weight, score, negative, positive) -> number of cells
 *
 * Write the cells, the highest score first; the last three have room for a cell a record. */
static PyObject *fill_cells(PyObject *module, PyObject *args)
{
    PyObject *given[7];
    Buffers held = {.count = 0};
    Column weights[2], score, negative, positive;
    Walk walk;
    const char *kind;
    int64_t cells = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOOOO", &given[0], &given[1], &given[2], &given[3], &given[4], &given[5], &given[6]))
        return NULL;
    if (take_runs(&held, given, &walk) < 0 || take_weights(&held, given + 2, "dq", &walk, weights) < 0) goto refused;
    kind = weights[0].kind == 'd' ? "d" : "q";
    if (take(&held, given[4], "score", "d", 1, &score) < 0 || take(&held, given[5], "negative", kind, 1, &negative) < 0 ||
        take(&held, given[6], "positive", kind, 1, &positive) < 0 || long_enough(&score, walk.n + walk.p, "score") < 0 ||
        as_long(&negative, score.length, "negative") < 0 || as_long(&positive, score.length, "positive") < 0)
        goto refused;
    Py_BEGIN_ALLOW_THREADS
    while (walk.n || walk.p) {
        int64_t n = walk.n, p = walk.p;
        ((double *)score.data)[cells] = pass_cell(&walk);
        put_weight(&weights[0], walk.n, n, negative.data, cells);
        put_weight(&weights[1], walk.p, p, positive.data, cells);
        cells++;
    }
    Py_END_ALLOW_THREADS
    release(&held);
    return PyLong_FromLongLong(cells);
refused:
    release(&held);
    return NULL;
}

/* count_flagged(negatives, positives, fp, tp, score, negative, positive) -> number of cells
 *
 * Count the records of each class at or above each distinct score, the highest score first; fp and tp lie above the
 * runs, and the last three have room for a cell a record. */
static PyObject *count_flagged(PyObject *module, PyObject *args)
{
    PyObject *given[5];
    Buffers held = {.count = 0};
    Column score, negative, positive;
    Walk walk;
    long long fp, tp;
    int64_t cells = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOLLOOO", &given[0], &given[1], &fp, &tp, &given[2], &given[3], &given[4])) return NULL;
    if (take_runs(&held, given, &walk) < 0 || take(&held, given[2], "score", "d", 1, &score) < 0 ||
        take(&held, given[3], "negative", "q", 1, &negative) < 0 ||
        take(&held, given[4], "positive", "q", 1, &positive) < 0 || long_enough(&score, walk.n + walk.p, "score") < 0 ||
        as_long(&negative, score.length, "negative") < 0 || as_long(&positive, score.length, "positive") < 0)
        goto refused;
    Py_BEGIN_ALLOW_THREADS
    {
        const uint64_t n = (uint64_t)fp + (uint64_t)walk.n, p = (uint64_t)tp + (uint64_t)walk.p;
        while (walk.n || walk.p) {
            ((double *)score.data)[cells] = pass_cell(&walk);
            ((uint64_t *)negative.data)[cells] = n - (uint64_t)walk.n;
            ((uint64_t *)positive.data)[cells] = p - (uint64_t)walk.p;
            cells++;
        }
    }
    Py_END_ALLOW_THREADS
    release(&held);
    return PyLong_FromLongLong(cells);
refused:
    release(&held);
    return NULL;
}

/* ---- corners of exact hulls ---------------------------------------------------------------------------------- */

/* The 128 bits of a product, in two limbs. */
typedef struct {
    uint64_t high, low;
} Product;

static Product multiply(uint64_t u, uint64_t v)
{
    uint64_t mask = 0xFFFFFFFF, u1 = u >> 32, u0 = u & mask, v1 = v >> 32, v0 = v & mask;
    uint64_t cross = u1 * v0 + ((u0 * v0) >> 32), carry = u0 * v1 + (cross & mask);
    Product product = {u1 * v1 + (cross >> 32) + (carry >> 32), u * v};
    return product;
}

/* Whether a·b <= c·d; `small` promises that no product reaches 2^64. */
static inline int product_at_most(uint64_t a, uint64_t b, uint64_t c, uint64_t d, int small)
{
    Product one, other;
    if (small) return a * b <= c * d;
    one = multiply(a, b);
    other = multiply(c, d);
    return one.high < other.high || (one.high == other.high && one.low <= other.low);
}

static int are_small(uint64_t width, uint64_t height)
{
    return multiply(width, height).high == 0;
}

/* Corners found so far: their coordinates, and the ends (low, high] of their thresholds. */
typedef struct {
    uint64_t *fp, *tp;
    double *low, *high;
    int64_t count, room;
} Corners;

/* Add a point, which makes those before it no corners that lie on or below the chord; 0 if there is no room. */
static int add_corner(Corners *corners, uint64_t fp, uint64_t tp, double low, double high)
{
    int64_t i = corners->count;
    const uint64_t *x = corners->fp, *y = corners->tp;
    while (i > 1 && (y[i - 1] - y[i - 2]) * (fp - x[i - 1]) <= (tp - y[i - 1]) * (x[i - 1] - x[i - 2])) i--;
    if (i >= corners->room) return 0;
    corners->fp[i] = fp;
    corners->tp[i] = tp;
    corners->low[i] = low;
    corners->high[i] = high;
    corners->count = i + 1;
    return 1;
}

static inline uint64_t weight_between(const uint64_t *weight, int64_t start, int64_t stop)
{
    uint64_t sum = 0;
    if (!weight) return (uint64_t)(stop - start);
    for (; start < stop; start++) sum += weight[start];
    return sum;
}

/* Walk two runs; fp and tp lie above them. Only where positives are followed by negatives there can be a corner, so
 * the records of one class between two of the other are passed at once. Returns 0 if there is no room. */
static int walk_corners(Walk *walk, const uint64_t *const *weights, uint64_t *fp, uint64_t *tp, double above,
                        double below, uint64_t *doubled, Corners *corners)
{
    const double *x = walk->negatives, *y = walk->positives;
    double score, last = above;
    int64_t n = walk->n, p = walk->p, n1, p1;
    int rising = 0; /* whether the last records passed hold positives */
    while (n || p) {
        n1 = n;
        p1 = p;
        score = !n ? y[p - 1] : !p || y[p - 1] < x[n - 1] ? x[n - 1] : y[p - 1];
        if (corners->count == 0 && !add_corner(corners, *fp, *tp, score, last)) return 0;
        if (p && (!n || y[p - 1] > x[n - 1])) {
            do p--;
            while (p && (!n || y[p - 1] > x[n - 1]));
            last = y[p];
            *tp += weight_between(weights[1], p, p1);
            rising = 1;
            continue;
        }
        if (rising && !add_corner(corners, *fp, *tp, score, last)) return 0;
        if (!p || x[n - 1] > y[p - 1]) {
            do n--;
            while (n && (!p || x[n - 1] > y[p - 1]));
            last = x[n];
            rising = 0;
        } else { /* a cell of both classes is passed as one */
            do n--;
            while (n && x[n - 1] == score);
            do p--;
            while (p && y[p - 1] == score);
            last = score;
            rising = 1;
        }
        {
            uint64_t width = weight_between(weights[0], n, n1), height = weight_between(weights[1], p, p1);
            *doubled += width * (2 * *tp + height);
            *fp += width;
            *tp += height;
        }
    }
    return add_corner(corners, *fp, *tp, below, last);
}

/* exact_corners(negatives, positives, negative_weight, positive_weight, fp, tp, above, below,
 *               corner_fp, corner_tp, low, high) -> (number of corners, twice the area)
 *
 * Corners of the upper hull of whole counts or weights, the first and the last point included. `above` is the least
 * score above the runs and `below` the greatest below them; fp and tp lie above. OverflowError where an area could
 * reach 2^62, and the caller takes the other way. */
static PyObject *exact_corners(PyObject *module, PyObject *args)
{
    PyObject *given[8];
    Buffers held = {.count = 0};
    Column weights[2], out[4];
    Walk walk;
    Corners corners = {.count = 0};
    long long fp, tp;
    uint64_t x, y, doubled = 0;
    double above, below;
    int i, fits;
    static const char *const names[] = {"corner_fp", "corner_tp", "low", "high"};
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOLLddOOOO", &given[0], &given[1], &given[2], &given[3], &fp, &tp, &above, &below,
                          &given[4], &given[5], &given[6], &given[7]))
        return NULL;
    if (take_runs(&held, given, &walk) < 0 || take_weights(&held, given + 2, "q", &walk, weights) < 0) goto refused;
    for (i = 0; i < 4; i++) {
        if (take(&held, given[4 + i], names[i], i < 2 ? "q" : "d", 1, &out[i]) < 0 ||
            as_long(&out[i], out[0].length, names[i]) < 0)
            goto refused;
    }
    x = (uint64_t)fp;
    y = (uint64_t)tp;
    corners.fp = out[0].data;
    corners.tp = out[1].data;
    corners.low = out[2].data;
    corners.high = out[3].data;
    corners.room = out[0].length;
    Py_BEGIN_ALLOW_THREADS
    {
        const uint64_t *const weight[2] = {weights[0].data, weights[1].data};
        fits = walk_corners(&walk, weight, &x, &y, above, below, &doubled, &corners);
    }
    Py_END_ALLOW_THREADS
    if (!fits) {
        PyErr_SetString(PyExc_ValueError, "corners must have room for all corners");
        goto refused;
    }
    {
        Product area = multiply(x, y);
        if (x >> 62 || y >> 62 || area.high || area.low >> 62) {
            PyErr_SetString(PyExc_OverflowError, "the weights must have a product below 2^62");
            goto refused;
        }
    }
    release(&held);
    return Py_BuildValue("LL", (long long)corners.count, (long long)doubled);
refused:
    release(&held);
    return NULL;
}

/* ---- the upper hull of points, as in space/hull.py ----------------------------------------------------------- */

static int64_t exact_chain(const uint64_t *x, const uint64_t *y, int64_t size, int64_t *keep)
{
    int64_t i, count = 0;
    int small = size && are_small(x[size - 1] - x[0], y[size - 1] - y[0]);
    for (i = 0; i < size; i++) {
        /* The point before is still there, or one that equals it. */
        if (count && x[i] == x[keep[count - 1]] && y[i] == y[keep[count - 1]]) continue;
        while (count > 1) {
            int64_t a = keep[count - 2], b = keep[count - 1];
            if (!product_at_most(y[b] - y[a], x[i] - x[b], y[i] - y[b], x[b] - x[a], small)) break;
            count--;
        }
        keep[count++] = i;
    }
    return count;
}

/* Drop points on or below the chord of their neighbours, all at once, while that drops many. */
static int64_t prune(double *x, double *y, int64_t *keep, int64_t size)
{
    int64_t i, left = 0;
    for (i = 0; i < size; i++) {
        if (left && x[i] == x[left - 1] && y[i] == y[left - 1]) continue;
        x[left] = x[i];
        y[left] = y[i];
        keep[left++] = keep[i];
    }
    size = left;
    while (size > CHAIN) {
        /* The neighbour before a point, also where that neighbour has just been dropped. */
        double x0 = x[0], y0 = y[0], x1 = x[1], y1 = y[1];
        for (left = i = 1; i + 1 < size; i++) {
            double x2 = x[i + 1], y2 = y[i + 1];
            /* Every point is written, and written over if it goes: which ones go is too random for a branch. */
            x[left] = x1;
            y[left] = y1;
            keep[left] = keep[i];
            left += !((y1 - y0) * (x2 - x1) <= (y2 - y1) * (x1 - x0));
            x0 = x1;
            y0 = y1;
            x1 = x2;
            y1 = y2;
        }
        x[left] = x1;
        y[left] = y1;
        keep[left++] = keep[i];
        i = size - left;
        if (i * 32 < size) return left;
        size = left;
    }
    return size;
}

/* Walk the points once, taking back corners that the next point overtakes by more than rounding. */
static int64_t float_chain(double *x, double *y, int64_t *keep, int64_t size)
{
    int64_t i, count = 0;
    double width, height;
    if (!size) return 0;
    width = FEW_EPS * (x[size - 1] - x[0]);
    height = FEW_EPS * (y[size - 1] - y[0]);
    for (i = 0; i < size; i++) {
        double x2 = x[i], y2 = y[i];
        while (count > 1) {
            double x0 = x[count - 2], y0 = y[count - 2], x1 = x[count - 1], y1 = y[count - 1];
            double above = (y1 - y0) * (x2 - x1) - (y2 - y1) * (x1 - x0);
            if (above > height * (x2 - x0) + width * (y2 - y0)) break;
            count--;
        }
        x[count] = x2;
        y[count] = y2;
        keep[count++] = keep[i];
    }
    return count;
}

/* Copy numbers times a power of two, which is exact. Greater powers than a float can hold only ever make tiny numbers
 * greater, and that takes two steps. */
static void copy_scaled(const double *from, int64_t size, int power, double *to)
{
    const int first = power > 1000 ? power / 2 : power;
    const double one = ldexp(1.0, first), other = ldexp(1.0, power - first);
    int64_t i;
    for (i = 0; i < size; i++) to[i] = from[i] * one * other;
}

/* The power of two that brings the last of some numbers to about 1, so that products stay in range. */
static int power_of(const double *numbers, int64_t size)
{
    int exponent = 0;
    if (size) frexp(numbers[size - 1], &exponent);
    return -exponent;
}

/* Points are copied to `x` and `y`, and what is left of them stays there. */
static int64_t float_hull(const double *fp, const double *tp, int64_t size, int64_t *keep, double *x, double *y)
{
    int64_t i;
    copy_scaled(fp, size, power_of(fp, size), x);
    copy_scaled(tp, size, power_of(tp, size), y);
    for (i = 0; i < size; i++) keep[i] = i;
    return float_chain(x, y, keep, prune(x, y, keep, size));
}

/* prune_blocks(fp, tp, start, stop, keep, x, y) -> number of points left
 *
 * Drop points from `start` on that are no corners of their block. A corner of all is a corner of its block, and a block
 * fits the cache. Write the indices of those left to `keep`, and themselves, scaled as all are, to `x` and `y`. */
static PyObject *prune_blocks(PyObject *module, PyObject *args)
{
    PyObject *given[5];
    Buffers held = {.count = 0};
    Column fp, tp, keep, x, y;
    long long start, stop;
    int64_t left = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOLLOOO", &given[0], &given[1], &start, &stop, &given[2], &given[3], &given[4]))
        return NULL;
    if (take(&held, given[0], "fp", "d", 0, &fp) < 0 || take(&held, given[1], "tp", "d", 0, &tp) < 0 ||
        take(&held, given[2], "keep", "q", 1, &keep) < 0 || take(&held, given[3], "x", "d", 1, &x) < 0 ||
        take(&held, given[4], "y", "d", 1, &y) < 0 || as_long(&tp, fp.length, "tp") < 0)
        goto refused;
    if (start < 0 || start > stop || stop > fp.length) {
        PyErr_SetString(PyExc_ValueError, "start and stop must be places of points");
        goto refused;
    }
    if (as_long(&keep, stop - start, "keep") < 0 || as_long(&x, stop - start, "x") < 0 ||
        as_long(&y, stop - start, "y") < 0)
        goto refused;
    Py_BEGIN_ALLOW_THREADS
    {
        const int across = power_of(fp.data, fp.length), up = power_of(tp.data, tp.length);
        double *xs = x.data, *ys = y.data;
        int64_t *index = keep.data, i, part;
        for (; start < stop; start += part) {
            part = stop - start < BLOCK ? stop - start : BLOCK;
            copy_scaled((double *)fp.data + start, part, across, xs + left);
            copy_scaled((double *)tp.data + start, part, up, ys + left);
            for (i = 0; i < part; i++) index[left + i] = start + i;
            left += prune(xs + left, ys + left, index + left, part);
        }
    }
    Py_END_ALLOW_THREADS
    release(&held);
    return PyLong_FromLongLong(left);
refused:
    release(&held);
    return NULL;
}

/* upper_hull(fp, tp, keep, x, y) -> number of corners
 *
 * Write the indices of the corners to `keep`. `x` and `y` are scratch for floats, as long as all others, and None for
 * whole numbers. */
static PyObject *upper_hull(PyObject *module, PyObject *args)
{
    PyObject *given[5];
    Buffers held = {.count = 0};
    Column fp, tp, keep, x, y;
    int64_t count;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOO", &given[0], &given[1], &given[2], &given[3], &given[4])) return NULL;
    if (take(&held, given[0], "fp", "dq", 0, &fp) < 0 || take(&held, given[1], "tp", "dq", 0, &tp) < 0 ||
        take(&held, given[2], "keep", "q", 1, &keep) < 0 || take_or_none(&held, given[3], "x", "d", 1, &x) < 0 ||
        take_or_none(&held, given[4], "y", "d", 1, &y) < 0 || as_long(&tp, fp.length, "tp") < 0 ||
        as_long(&keep, fp.length, "keep") < 0 || as_long(&x, fp.length, "x") < 0 || as_long(&y, fp.length, "y") < 0 ||
        both_or_none(&fp, &tp, "fp and tp") < 0 || both_or_none(&x, &y, "x and y") < 0)
        goto refused;
    if (fp.kind == 'd' && !x.data) {
        PyErr_SetString(PyExc_ValueError, "floats need x and y");
        goto refused;
    }
    Py_BEGIN_ALLOW_THREADS
    count = fp.kind == 'd' ? float_hull(fp.data, tp.data, fp.length, keep.data, x.data, y.data)
                           : exact_chain(fp.data, tp.data, fp.length, keep.data);
    Py_END_ALLOW_THREADS
    release(&held);
    return PyLong_FromLongLong(count);
refused:
    release(&held);
    return NULL;
}

/* ---- hulls of stacks ----------------------------------------------------------------------------------------- */

static int64_t exact_member(const uint64_t *negatives, const uint64_t *positives, int64_t cells, uint64_t *x,
                            uint64_t *y, int64_t *flagged)
{
    uint64_t fp = 0, tp = 0;
    int64_t i, count = 1;
    int small;
    for (i = 0; i < cells; i++) {
        fp += negatives[i];
        tp += positives[i];
    }
    small = are_small(fp, tp);
    x[0] = y[0] = fp = tp = 0;
    flagged[0] = 0;
    for (i = 0; i < cells; i++) {
        if (!negatives[i] && !positives[i]) continue;
        fp += negatives[i];
        tp += positives[i];
        while (count > 1 && product_at_most(y[count - 1] - y[count - 2], fp - x[count - 1], tp - y[count - 1],
                                            x[count - 1] - x[count - 2], small))
            count--;
        x[count] = fp;
        y[count] = tp;
        flagged[count++] = i + 1;
    }
    return count;
}

static int64_t float_member(const double *negatives, const double *positives, int64_t cells, double *x, double *y,
                            int64_t *flagged)
{
    double fp = 0, tp = 0;
    int64_t i, count = 1;
    x[0] = y[0] = 0;
    flagged[0] = 0;
    for (i = 0; i < cells; i++) {
        fp += negatives[i];
        tp += positives[i];
        if (fp == x[count - 1] && tp == y[count - 1]) continue;
        while (count > 1 && (y[count - 1] - y[count - 2]) * (fp - x[count - 1]) <=
                                (tp - y[count - 1]) * (x[count - 1] - x[count - 2]))
            count--;
        x[count] = fp;
        y[count] = tp;
        flagged[count++] = i + 1;
    }
    return count;
}

/* stack_corners(negatives, positives, cells, fp, tp, flagged, offsets)
 *
 * Corners of the upper hull of each member of a stack, whose cells follow each other, the highest score first, and
 * how many cells each flags, empty ones at its end left out. The corners of member i are written from offsets[i] to
 * offsets[i + 1]; whole weights are compared exactly, floats as
 * their products are rounded. */
static PyObject *stack_corners(PyObject *module, PyObject *args)
{
    PyObject *given[6];
    Buffers held = {.count = 0};
    Column negatives, positives, fp, tp, flagged, offsets;
    long long cells;
    int64_t members;
    const char *kind;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOLOOOO", &given[0], &given[1], &cells, &given[2], &given[3], &given[4],
                          &given[5]))
        return NULL;
    if (take(&held, given[0], "negatives", "dq", 0, &negatives) < 0) goto refused;
    kind = negatives.kind == 'd' ? "d" : "q";
    if (take(&held, given[1], "positives", kind, 0, &positives) < 0 || take(&held, given[2], "fp", kind, 1, &fp) < 0 ||
        take(&held, given[3], "tp", kind, 1, &tp) < 0 || take(&held, given[4], "flagged", "q", 1, &flagged) < 0 ||
        take(&held, given[5], "offsets", "q", 1, &offsets) < 0)
        goto refused;
    members = offsets.length - 1;
    if (cells < 0 || members < 0 || (cells && members > negatives.length / cells)) {
        PyErr_SetString(PyExc_ValueError, "offsets must have one value more than there are members");
        goto refused;
    }
    if (as_long(&negatives, members * cells, "negatives") < 0 || as_long(&positives, members * cells, "positives") < 0 ||
        long_enough(&fp, members * (cells + 1), "fp") < 0 || long_enough(&tp, members * (cells + 1), "tp") < 0 ||
        long_enough(&flagged, members * (cells + 1), "flagged") < 0)
        goto refused;
    Py_BEGIN_ALLOW_THREADS
    {
        int64_t *offset = offsets.data, *taken = flagged.data, i, at = 0;
        for (i = 0; i < members; i++) {
            offset[i] = at;
            if (*kind == 'd') {
                at += float_member((double *)negatives.data + i * cells, (double *)positives.data + i * cells, cells,
                                   (double *)fp.data + at, (double *)tp.data + at, taken + at);
            } else {
                at += exact_member((uint64_t *)negatives.data + i * cells, (uint64_t *)positives.data + i * cells, cells,
                                   (uint64_t *)fp.data + at, (uint64_t *)tp.data + at, taken + at);
            }
        }
        offset[members] = at;
    }
    Py_END_ALLOW_THREADS
    release(&held);
    Py_RETURN_NONE;
refused:
    release(&held);
    return NULL;
}

/* ---- the module ---------------------------------------------------------------------------------------------- */

static PyMethodDef functions[] = {
    {"histogram", histogram, METH_VARARGS, "Count the records of each class in each bucket."},
    {"scatter", scatter, METH_VARARGS, "Write each record to the next place of its class and bucket."},
    {"sort_buckets", sort_buckets, METH_VARARGS, "Sort each bucket and turn its keys into scores."},
    {"fill_cells", fill_cells, METH_VARARGS, "Write the cells of two runs."},
    {"count_flagged", count_flagged, METH_VARARGS, "Count the records at or above each distinct score."},
    {"exact_corners", exact_corners, METH_VARARGS, "Find the corners of the exact hull of two runs."},
    {"upper_hull", upper_hull, METH_VARARGS, "Find the corners of the upper hull of points."},
    {"prune_blocks", prune_blocks, METH_VARARGS, "Drop points that are no corners of the upper hull of their block."},
    {"stack_corners", stack_corners, METH_VARARGS, "Find the corners of the upper hulls of a stack."},
    {NULL, NULL, 0, NULL},
};

static int add_constants(PyObject *module)
{
    if (PyModule_AddIntConstant(module, "VERSION", VERSION) < 0) return -1;
    if (PyModule_AddIntConstant(module, "BLOCK", BLOCK) < 0) return -1;
    return PyModule_AddIntConstant(module, "COUNTERS", COUNTERS);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)add_constants},
#ifdef Py_GIL_DISABLED
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_kernel",
    .m_doc = "Passes over records that numpy has no call for; costcurves._ground.kernel calls them.",
    .m_size = 0,
    .m_methods = functions,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__kernel(void)
{
    return PyModuleDef_Init(&definition);
}
