# SPDX-License-Identifier: MIT
"""What the joins of lua/flux/nodes/ must publish, computed with pandas, not by flux.

    python3 spec/reference/nodes/joins.py      writes joins.csv and joins_hostile.csv beside itself

Each has one line an event, in the order in which they come: quotes (event q) before trades (event t) of the same time, which is how
pandas.merge_asof sees them. The columns after `value` are what each case publishes at this event, "-" when nothing is; a case with
several pairs publishes them in one cell, x:y, separated by spaces. In joins_hostile.csv values are NaN and infinities now and then: to a
join they are values like any other, and a row that has one is the newest row nevertheless.
"""
from pathlib import Path

import numpy as np
import pandas as pd

HERE = Path(__file__).parent
MS = 1_000_000


def series(rng, n, gap):
    time = np.cumsum(rng.choice([0, 1, 2, 5, 40], size=n, p=gap)) * MS
    return pd.DataFrame({"time": time, "symbol": rng.choice(list("ABCDE"), size=n), "value": np.round(rng.normal(100, 5, size=n), 3)})


def text(value):
    return "nan" if np.isnan(value) else f"{value:.3f}"


def asof(trades, quotes, **options):
    """The text of the quote that each trade sees; None where it sees none."""
    right = quotes.assign(y=quotes.value.map(text))[["time", "y"] + (["symbol"] if "by" in options else [])]
    return pd.merge_asof(trades, right, on="time", **options).y


def pairs(trades, quotes, events, before, after):
    both = trades.merge(quotes, how="cross", suffixes=("", "_y"))
    both = both[(both.time_y >= both.time - before) & (both.time_y <= both.time + after)]
    # A pair is published with the event that came later.
    both["at"] = both[["position", "position_y"]].max(axis=1)
    both["text"] = both.value.map(text) + ":" + both.value_y.map(text)
    both = both.sort_values(["position", "position_y"])
    return both.groupby("at").text.agg(" ".join).reindex(events.index)


def write(name, hostile):
    rng = np.random.default_rng(11)
    quotes = series(rng, 150, [0.3, 0.3, 0.2, 0.15, 0.05])
    trades = series(rng, 120, [0.2, 0.2, 0.3, 0.2, 0.1])
    if hostile:
        for frame, first in ((quotes, 0), (trades, 3)):
            for i, value in enumerate((np.nan, np.inf, -np.inf)):
                frame.loc[frame.index % 11 == first + 2 * i, "value"] = value
    quotes["event"], trades["event"] = "q", "t"
    events = pd.concat([quotes, trades]).sort_values(["time", "event"], kind="stable").reset_index(drop=True)
    events["position"] = events.index
    quotes, trades = events[events.event == "q"], events[events.event == "t"].reset_index(drop=True)
    out = events.drop(columns="position").copy()

    def publish(name, values):
        out[name] = pd.Series(values.to_numpy(), index=trades.position)

    publish("asof", asof(trades, quotes))
    publish("asof_within", asof(trades, quotes, tolerance=3 * MS))
    publish("asof_before", asof(trades, quotes, tolerance=5 * MS, allow_exact_matches=False))
    publish("lookup", asof(trades, quotes, by="symbol"))
    newest = [out.value.map(text).where(out.event == event).ffill() for event in ("q", "t")]
    out["combine"] = newest[0] + ":" + newest[1]  # NaN, thus nothing, until both have come
    out["pairs"] = pairs(trades, quotes, events, 2 * MS, 5 * MS)
    out["pairs_before"] = pairs(trades, quotes, events, 5 * MS, 0)
    out["value"] = out.value.map(text)
    out.to_csv(HERE / name, index=False, na_rep="-")


if __name__ == "__main__":
    write("joins.csv", False)
    write("joins_hostile.csv", True)
