# SPDX-License-Identifier: MIT
"""What graphs/flights.lua must publish, computed with pandas from the same data, not by flux.

    python3 spec/reference/flights.py                     writes flights_airport.csv and flights_worst.csv beside itself
    python3 spec/reference/flights.py flights-5k.json     first writes graphs/data/flights-5k.csv from the original file
"""
import sys
from pathlib import Path

import numpy as np
import pandas as pd

HERE = Path(__file__).parent
DATA = HERE / "../../graphs/data/flights-5k.csv"
LEAST, BEST = 20, 5


def convert(path):
    flights = pd.read_json(path)
    flights["date"] = flights.date.dt.strftime("%Y-%m-%dT%H:%M:%S")
    flights[["date", "delay", "distance", "origin", "destination"]].to_csv(DATA, index=False)


def airports(flights):
    """One row for each flight from an airport's 20th on."""
    by = flights.groupby("origin").delay
    out = pd.DataFrame({"key": flights.origin})
    out["flights"] = by.cumcount() + 1
    out["mean"] = by.cumsum() / out.flights
    out["deviation"] = by.transform(lambda x: x.expanding().std())
    out["median"] = by.transform(lambda x: x.rolling(LEAST).median())
    out["late"] = (flights.delay >= 15).groupby(flights.origin).cumsum() / out.flights
    return out[out.flights >= LEAST]


def worst(out, first):
    """The list of the worst whenever it changes, of equal ones the airport that was seen first; the mean over all."""
    means, lists = {}, []
    for row in out.itertuples():
        means[row.key] = row.mean
        ranked = sorted(means, key=lambda key: (-means[key], first[key]))[:BEST]
        text = " ".join(f"{key}:{means[key]!r}" for key in ranked)
        if not lists or lists[-1][0] != text:
            lists.append((text, float(np.mean(list(means.values())))))
    return lists


def save(table, chosen, name):
    """The chosen rows and every tenth, with their numbers from 1: enough to notice a mistake, and a tenth of the bytes."""
    table.insert(0, "row", np.arange(1, len(table) + 1))
    table[chosen | (table.row % 10 == 0)].to_csv(HERE / name, index=False)


def main():
    if len(sys.argv) > 1:
        convert(sys.argv[1])
    flights = pd.read_csv(DATA, keep_default_na=False)
    first = {key: i for i, key in enumerate(flights.origin.drop_duplicates())}
    out = airports(flights)
    lists = pd.DataFrame(worst(out, first), columns=["list", "all"])
    save(out, ~out.key.duplicated(keep="last"), "flights_airport.csv")
    save(lists, lists.index == len(lists) - 1, "flights_worst.csv")


if __name__ == "__main__":
    main()
