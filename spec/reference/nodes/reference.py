# SPDX-License-Identifier: MIT
"""What the nodes of lua/flux/nodes must publish, computed with numpy and pandas from definitions, not by flux.

    python3 spec/reference/nodes/reference.py      writes inputs.csv, rows.csv and timed.csv beside itself

Windows are recomputed from their values each time, in extended precision (numpy.longdouble). rows.csv has one line an event and
one column a case: the value published at this event, "-" when nothing is, "?" where it is not compared, "!" where anything that is
not finite will do (moments of infinities). timed.csv has the values that a timer publishes, in order.
"""
from pathlib import Path

import numpy as np
import pandas as pd

HERE = Path(__file__).parent
DATA = HERE / "../../../graphs/data"
LONG = np.longdouble
NAN = float("nan")
SECOND = 1_000_000_000
STEPS = [0.1, 0.25, 0, 0.7, 1, 0.05, 0, 0, 0.5, 2.3, 0.4]  # seconds; 0 is an equal time


def inputs():
    rng = np.random.default_rng(7)
    sp = pd.read_csv(DATA / "sp500-2000.csv")[2000:2060]
    weather = pd.read_csv(DATA / "seattle-weather-hourly-normals.csv")[4000:4060]
    n = 40
    walk = np.round(50 + np.cumsum(rng.normal(size=n)), 3)
    noise = rng.normal(size=n)
    holes, ends = walk.copy(), walk.copy()
    holes[[0, 5, 6, 20, 33]] = NAN
    ends[4], ends[17], ends[18], ends[30] = np.inf, np.inf, -np.inf, -np.inf
    return {
        "sp500": (sp.close.to_numpy(), sp.volume.to_numpy().astype(float)),
        "weather": (weather.temperature.to_numpy(), weather.pressure.to_numpy()),
        "offset": (1e9 + noise, 1e9 - 0.3 * noise + 0.1 * rng.normal(size=n)),
        "constant": (np.full(n, 3.25), np.full(n, 3.25)),
        "nan": (holes, np.roll(walk, 3)),
        "inf": (ends, np.roll(walk, 3)),
        "ties": (rng.integers(1, 5, size=n).astype(float), rng.integers(1, 4, size=n).astype(float)),
        "outlier": (np.where(np.arange(n) == 15, 1e15, noise + 10), np.where(np.arange(n) == 22, -1e12, noise)),
    }


def times(n):
    steps = [round(STEPS[i % len(STEPS)] * SECOND) for i in range(n - 1)]
    return np.concatenate([[5 * SECOND + 300_000_000], 5 * SECOND + 300_000_000 + np.cumsum(steps)]).astype(np.int64)


# Statistics of a window: x, y → a value or a list of values; nothing in the window gives NaN unless it says otherwise.

def central(x, p):
    if not len(x):
        return LONG(NAN)
    d = x - x[0]  # exact: a large offset costs no digits
    return ((d - d.mean()) ** p).sum()


def some(f, least=1):
    return lambda x, y: f(x, y) if len(x) >= least else NAN


def skew(x, _):
    n = len(x)
    if n < 3 or central(x, 2) == 0:
        return NAN
    return np.sqrt(LONG(n)) * central(x, 3) / central(x, 2) ** LONG(1.5) * np.sqrt(LONG(n * (n - 1))) / (n - 2)


def kurt(x, _):
    n = len(x)
    if n < 4 or central(x, 2) == 0:
        return NAN
    return LONG(n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * (n * central(x, 4) / central(x, 2) ** 2 - 3) + 6)


def products(x, y):
    dx, dy = x - x.mean(), y - y.mean()
    return (dx * dx).sum(), (dy * dy).sum(), (dx * dy).sum()


def corr(x, y):
    xx, yy, xy = products(x, y)
    return NAN if xx == 0 or yy == 0 else np.clip(xy / np.sqrt(xx * yy), -1, 1)


def regression(x, y):
    xx, yy, xy = products(x, y)
    if xx == 0:
        return [NAN, NAN, NAN]
    slope = xy / xx
    return [slope, y.mean() - slope * x.mean(), corr(x, y) ** 2]


def quantile(x, q):
    if np.isnan(x).any():
        return NAN
    x = np.sort(x.astype(float))
    place = q * (len(x) - 1)
    low = int(np.floor(place))
    high = min(low + 1, len(x) - 1)
    return x[low] if x[low] == x[high] or place == low else np.quantile(x, q)


def rank(x, _):
    return NAN if np.isnan(x).any() else pd.Series(x.astype(float)).rank().iloc[-1]


def bollinger(x, _):
    band = 2 * np.sqrt(x.var())
    return [x.mean(), x.mean() + band, x.mean() - band]


def weighted_var(x, y, ddof):
    weight = np.abs(y)  # as often as its weight says
    total = weight.sum()
    if not total > ddof:
        return NAN
    return (weight * (x - (weight * x).sum() / total) ** 2).sum() / (total - ddof)


STATISTICS = {
    "count": lambda x, y: len(x),
    "sum": lambda x, y: x.sum() if len(x) else 0.0,
    "mean": some(lambda x, y: x.mean()),
    "wmean": some(lambda x, y: (x * y).sum() / y.sum()),
    "gmean": some(lambda x, y: np.exp(np.log(x).mean())),
    "var": some(lambda x, y: x.var(ddof=1), 2),
    "var0": some(lambda x, y: x.var(ddof=0), 1),
    "std": some(lambda x, y: x.std(ddof=1), 2),
    "wvar": some(lambda x, y: weighted_var(x, y, 1)),
    "wstd0": some(lambda x, y: np.sqrt(weighted_var(x, y, 0))),
    "sem": some(lambda x, y: x.std(ddof=1) / np.sqrt(LONG(len(x))), 2),
    "skew": skew,
    "kurt": kurt,
    "zscore": some(lambda x, y: (x[-1] - x.mean()) / x.std(ddof=1) if x.std() != 0 else NAN, 2),
    "min": some(lambda x, y: x.min()),
    "max": some(lambda x, y: x.max()),
    "range": some(lambda x, y: x.max() - x.min()),
    "argmin": some(lambda x, y: x.argmin()),
    "argmax": some(lambda x, y: x.argmax()),
    "first": some(lambda x, y: x[0]),
    "last": some(lambda x, y: x[-1]),
    "median": some(lambda x, y: np.median(x.astype(float))),
    "quantile": some(lambda x, y: quantile(x, 0.9)),
    "rank": some(rank),
    "unique": lambda x, y: len(np.unique(x[~np.isnan(x)])),
    "cov": some(lambda x, y: products(x, y)[2] / (len(x) - 1), 2),
    "corr": some(corr, 1),
    "regression": lambda x, y: regression(x, y) if len(x) else [NAN, NAN, NAN],
    "bollinger": lambda x, y: bollinger(x, y) if len(x) else [NAN, NAN, NAN],
}
# With an integer weight: what the statistic without weights says of each value as many times, 1, 2, 3, 0, 1, ... Zero times is none.
REPEATED = {"rsem": "sem", "rskew": "skew", "rkurt": "kurt", "rzscore": "zscore", "rcov": "cov", "rcorr": "corr",
            "rregression": "regression", "rvar": "var"}
FIELDS = {"regression": ["slope", "intercept", "r2"], "bollinger": ["middle", "upper", "lower"]}
FIELDS["rregression"] = FIELDS["regression"]
SORTED = {"median", "quantile", "rank", "unique"}
PAIRS = {"wmean", "wvar", "wstd0", "cov", "corr", "regression", "rcov", "rcorr", "rregression"}


def evaluate(name, x, y, s):
    """The statistic of the values with the indices s."""
    if name not in REPEATED:
        return spread(name, STATISTICS[name](x[s], y[s]))
    s = np.arange(len(x))[s]
    repeated = np.repeat(s, (s + 1) % 4)
    if name != "rzscore":
        return spread(name, STATISTICS[REPEATED[name]](x[repeated], y[repeated]))
    values = x[repeated]
    if len(values) < 2:
        return [NAN]
    if values.min() == values.max():  # the newest may count for nothing, and be another
        return [(x[s[-1]] - values[0]) / LONG(0)]
    return [(x[s[-1]] - values.mean()) / values.std(ddof=1)]


def names():
    return list(STATISTICS) + list(REPEATED)


def columns(name, case):
    return [f"{case}.{field}" for field in FIELDS.get(name, ["value"])]


def spread(name, value):
    return value if name in FIELDS else [value]


def windows(name, x, y, t):
    """case → for each event the indices in the window, or None when nothing is published."""
    n = len(x)
    every = range(n)
    ok = ~np.isnan(x) & ~(np.isnan(y) if name in PAIRS else np.zeros(n, bool))
    kept = [[j for j in range(i + 1) if ok[j]] for i in every]
    out = {
        "10": [list(range(i - 9, i + 1)) if i >= 9 else None for i in every],
        "span": [[j for j in range(i + 1) if t[j] > t[i] - 2 * SECOND] for i in every],
        "skip": [kept[i][-10:] if ok[i] and len(kept[i]) >= 3 else None for i in every],
        "hop3": [list(range(i - 9, i + 1)) if i >= 9 and (i + 1) % 3 == 0 else None for i in every],
        "block": [list(range(i - 6, i + 1)) if i % 7 == 6 else None for i in every],
        "early": [list(range(max(0, i - 6), i + 1)) if (i + 1) % 4 == 0 else None for i in every],
    }
    if name not in SORTED:
        out["all"] = [list(range(i + 1)) for i in every]
    return out


def ewm_weights(x, t, alpha=None, halflife=None, adjust=True):
    """For each event the weights of the values so far, newest last."""
    for i in range(len(x)):
        if halflife is not None:
            w = LONG(0.5) ** ((t[i] - t[: i + 1]).astype(LONG) / LONG(halflife))
            if not adjust:
                step = 1 - LONG(0.5) ** (np.diff(t[: i + 1]).astype(LONG) / LONG(halflife))
                w = w * np.concatenate([[LONG(1)], step])
        else:
            w = LONG(1 - alpha) ** np.arange(i, -1, -1).astype(LONG)
            if not adjust:
                w = w * np.concatenate([[LONG(1)], np.full(i, LONG(alpha))])
        yield i, w


def ewm(x, y, t, what, bias=False, **how):
    out = []
    for i, w in ewm_weights(x, t, **how):
        a, b = x[: i + 1], y[: i + 1]
        if what == "weighted":
            out.append((w * np.abs(b) * a).sum() / (w * np.abs(b)).sum())
            continue
        if what == "mean":
            out.append((w * a).sum() / w.sum())
            continue
        ma, mb = (w * a).sum() / w.sum(), (w * b).sum() / w.sum()
        cov = (w * (a - ma) * (b - mb)).sum() / w.sum()
        if not bias:
            square = w.sum() ** 2
            cov = NAN if i == 0 or square <= (w * w).sum() else cov * square / (square - (w * w).sum())
        out.append(np.sqrt(cov) if what == "std" else cov)
    return out


def ema(x, alpha):
    out, value = [], None
    for v in x:
        value = v if value is None else value + LONG(alpha) * (v - value)
        out.append(value)
    return np.array(out)


def rsi(x, n=14):
    d = np.diff(x)
    gain, loss = np.where(d > 0, d, 0 * d), np.where(d < 0, -d, 0 * d)
    out = [None] * min(n, len(x))
    for i in range(n, len(x)):
        if i == n:
            g, l = gain[:n].mean(), loss[:n].mean()
        else:
            g, l = (g * (n - 1) + gain[i - 1]) / n, (l * (n - 1) + loss[i - 1]) / n
        out.append(50 if g + l == 0 else 100 * g / (g + l))
    return out


def atr(high, low, close, n=14):
    last = np.concatenate([[NAN], close[:-1]])
    tr = np.where(np.isnan(high + low + close), NAN, np.fmax(high, last) - np.fmin(low, last))
    out, value = [], None
    for i in range(len(tr)):
        if i < n - 1:
            out.append(None)
            continue
        value = tr[:n].mean() if i == n - 1 else (value * (n - 1) + tr[i]) / n
        out.append(value)
    return out


def twap(x, t):
    out = []
    for i in range(len(x)):
        span = LONG(t[i] - t[0])
        held = np.diff(t[: i + 1]).astype(LONG)  # a price that was replaced at once counts for nothing
        out.append((x[:i][held > 0] * held[held > 0]).sum() / span if span else x[i])
    return out


def others(name, x, y, t):
    """Cases that are no windows: column → for each event a value or None."""
    pandas_x = pd.Series(x.astype(float))
    half = 3 * SECOND
    out = {
        "diff.value": [None] + list(pandas_x.diff()[1:]),
        "diff3.value": [None] * 3 + list(pandas_x.diff(3)[3:]),
        "pct3.value": [None] * 3 + list(pandas_x.pct_change(3, fill_method=None)[3:]),
        "accumulate.value": np.cumsum(x),
        "hold.value": [None if np.isnan(v) else v for v in x],
        "default.value": pandas_x.fillna(7),
        "changed.value": [x[0]] + [None if a == b or a != a and b != b else b for a, b in zip(x, x[1:])],
        "delay.value": [None] * 4 + list(x[:-4]),
        "ema.value": ewm(x, y, t, "mean", alpha=0.2, adjust=False),
        "ema_adjust.value": ewm(x, y, t, "mean", alpha=0.2),
        "ema_weight.value": ewm(x, y, t, "weighted", alpha=0.2),
        "ema_time_weight.value": ewm(x, y, t, "weighted", halflife=half),
        "ema_time.value": ewm(x, y, t, "mean", halflife=half),
        "ema_time_plain.value": ewm(x, y, t, "mean", halflife=half, adjust=False),
        "ema_var.value": ewm(x, x, t, "cov", alpha=0.1, adjust=False),
        "ema_var_bias.value": ewm(x, x, t, "cov", alpha=0.1, bias=True),
        "ema_var_time.value": ewm(x, x, t, "cov", halflife=half),
        "ema_std.value": ewm(x, x, t, "std", alpha=0.1),
        "ema_cov.value": ewm(x, y, t, "cov", alpha=0.1),
        "twap.value": twap(x, t),
        "vwap.value": [(x[: i + 1] * y[: i + 1]).sum() / y[: i + 1].sum() for i in range(len(x))],
    }
    for suffix, kept in (("", np.full(len(x), True)), ("_skip", ~np.isnan(x))):  # without suffix a NaN stays for ever
        a, b = x[kept], y[kept]
        line = ema(a, 2 / 13) - ema(a, 2 / 27)
        signal = ema(line, 2 / 10)
        for key, values in (("macd%s.line", line), ("macd%s.signal", signal), ("macd%s.histogram", line - signal), ("rsi%s.value", rsi(a)),
                            ("atr%s.value", atr(np.maximum(a, b), np.minimum(a, b), a))):
            column = np.full(len(x), None, dtype=object)
            column[kept] = list(values)
            out[key % suffix] = column
    if name in ("sp500", "weather"):  # our definitions are those of pandas
        frame = pd.Series(x.astype(float), index=pd.to_datetime(t))
        for key, want in (("ema", frame.ewm(alpha=0.2, adjust=False).mean()), ("ema_adjust", frame.ewm(alpha=0.2).mean()),
                          ("ema_time", frame.ewm(halflife="3s", times=frame.index).mean()), ("ema_std", frame.ewm(alpha=0.1).std()),
                          ("ema_var", frame.ewm(alpha=0.1, adjust=False).var()), ("ema_var_bias", frame.ewm(alpha=0.1).var(bias=True)),
                          ("ema_cov", frame.ewm(alpha=0.1).cov(pd.Series(y.astype(float), index=frame.index)))):
            np.testing.assert_allclose(np.array(out[key + ".value"], float), want.to_numpy(), rtol=1e-10)
        for key, want in (("skew", pandas_x.rolling(10).skew()), ("kurt", pandas_x.rolling(10).kurt()), ("sem", pandas_x.rolling(10).sem()),
                          ("rank", pandas_x.rolling(10).rank()), ("quantile", pandas_x.rolling(10).quantile(0.9))):
            got = [STATISTICS[key](x[i - 9 : i + 1], y[i - 9 : i + 1]) for i in range(9, len(x))]
            np.testing.assert_allclose(np.array(got, float), want[9:].to_numpy(), rtol=1e-7, atol=1e-9)
    return out


def show(value):
    if isinstance(value, str):
        return value
    if value is None:
        return "-"
    value = float(value)
    return "nan" if np.isnan(value) else f"{value:.12g}"


MOMENTS = ("var", "std", "wvar", "wstd0", "rvar", "rsem", "rskew", "rkurt", "rzscore", "rcov", "rcorr", "rregression", "sem", "skew", "kurt", "zscore", "cov", "corr", "regression", "bollinger", "ema", "macd",
           "rsi", "atr")


def shown(series, column, value):
    text = show(value)
    return "!" if series == "inf" and column.startswith(MOMENTS) and text in ("nan", "inf", "-inf") else text


def ill(name, series, column):
    """Values that the input's own rounding decides: an intercept 1e9 away, moments of what an outlier has swallowed."""
    return series == "offset" and column == "intercept" or series == "outlier" and name in ("gmean",)


def rows():
    table = []
    for series, (x, y) in inputs().items():
        t = times(len(x))
        x, y = x.astype(LONG), y.astype(LONG)
        columns_of = {"series": [series] * len(x)}
        for name in names():
            for window, sets in windows(name, x, y, t).items():
                values = [None if s is None else evaluate(name, x, y, s) for s in sets]
                for k, column in enumerate(columns(name, f"{name}_{window}")):
                    bad = ill(name, series, column.split(".")[1])
                    columns_of[column] = ["-" if v is None else "?" if bad else shown(series, column, v[k]) for v in values]
        for column, values in others(series, x, y, t).items():
            columns_of[column] = [values] * len(x) if isinstance(values, str) else [shown(series, column, v) for v in values]
        table.append(pd.DataFrame(columns_of))
    return pd.concat(table)


def timed():
    lines = []
    for series, (x, y) in inputs().items():
        t = times(len(x))
        x, y = x.astype(LONG), y.astype(LONG)
        first, last = int(t[0]) // SECOND + 1, int(t[-1]) // SECOND + 4
        deadlines = np.arange(first, last + 1, dtype=np.int64) * SECOND
        for name in names():
            if name in ("zscore", "rzscore", "rank"):
                continue  # of the newest value: they speak when it comes
            for case, span, skip in (("tumble", 1, 0), ("hop", 3, 2)):
                got = []
                for d in deadlines[skip:]:
                    s = (t >= d - span * SECOND) & (t < d)
                    got.append(evaluate(name, x, y, s))
                for k, column in enumerate(columns(name, f"{name}_{case}")):
                    if not ill(name, series, column.split(".")[1]):
                        lines.append([series, column] + [shown(series, column, v[k]) for v in got])
        lines.append([series, "rate.value"] + [show(((t >= d - 2 * SECOND) & (t < d)).sum() / 2) for d in deadlines[1:]])
        newest = [int(np.searchsorted(t, d, side="left")) - 1 for d in deadlines]
        lines.append([series, "sample.value"] + [show(x[i]) for i in newest])
        average, since, area = [], int(t[0]), LONG(0)
        for d in deadlines:
            points = [since] + [int(v) for v in t if since < v < d] + [int(d)]
            area = LONG(0)
            for a, b in zip(points, points[1:]):
                area += x[int(np.searchsorted(t, a, side="right")) - 1 if a != d else 0] * LONG(b - a)
            average.append(area / LONG(int(d) - since))
            since = int(d)
        lines.append([series, "twap_every.value"] + [show(v) for v in average])
    return lines


if __name__ == "__main__":
    np.seterr(all="ignore")
    frames = []
    for series, (x, y) in inputs().items():
        frames.append(pd.DataFrame({"series": series, "time": times(len(x)), "x": [f"{v:.17g}" for v in x], "y": [f"{v:.17g}" for v in y]}))
    pd.concat(frames).to_csv(HERE / "inputs.csv", index=False)
    rows().to_csv(HERE / "rows.csv", index=False)
    with open(HERE / "timed.csv", "w") as file:
        for line in timed():
            file.write(",".join(line) + "\n")
