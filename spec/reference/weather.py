# SPDX-License-Identifier: MIT
"""What graphs/weather.lua must publish, computed with pandas and numpy from the same data, not by flux.

    python3 spec/reference/weather.py    writes weather_SINK.csv for each sink, and weather_final.csv, beside itself
"""
from pathlib import Path

import pandas as pd

HERE = Path(__file__).parent
hours = pd.read_csv(HERE / "../../graphs/data/seattle-weather-hourly-normals.csv", parse_dates=["date"]).set_index("date")


def ns(index):
    return index.astype("datetime64[ns]").astype("int64")


days = hours.temperature.resample("D").agg(["mean", "min", "max", "count"])[:-1]  # the last day has not ended
days.columns = ["mean", "low", "high", "hours"]
days.insert(0, "ended", ns(days.index + pd.Timedelta("1D")))


def alert(x, above, below):
    """Forward-filled: certain where x is at or over `above` or under `below`, else as before; off at first."""
    state = pd.Series(pd.NA, x.index, dtype="boolean")
    state[x >= above] = True
    state[x < below] = False
    state = state.ffill().fillna(False).astype(int)
    switched = state != state.shift(1, fill_value=0)
    return pd.DataFrame({"since": ns(x.index), "level": x, "on": state})[switched].assign(
        switches=lambda d: range(1, len(d) + 1)
    )


wind = alert(hours.wind, 4.4, 4.0)
fall = (hours.pressure.shift(3) - hours.pressure).dropna()
front = alert(fall, 0.75, 0.25)

window = hours.temperature.rolling(24)
mean = window.apply(lambda w: w.mean(), raw=True)
spread = window.max() - window.min()
warmest = days["mean"].idxmax()



def records(x):
    """Where x is above all before it."""
    x = x.dropna()
    return x[x > x.cummax().shift(1, fill_value=-1e9)]


widest = records(spread)
swing = pd.DataFrame({"range": widest, "at": ns(widest.index)})
hottest = records(days["mean"])
warm = pd.DataFrame({"mean": hottest, "ended": days.ended[hottest.index]})

final = [
    ("rolling", "mean", mean.iloc[-1]),
    ("rolling", "range", spread.iloc[-1]),
    ("swing", "range", spread.max()),
    ("swing", "at", ns(pd.DatetimeIndex([spread.idxmax()]))[0]),
    ("warmest", "mean", days["mean"].max()),
    ("warmest", "ended", days.ended[warmest]),
    ("fall", "value", fall.iloc[-1]),
    ("wind", "switches", len(wind)),
    ("front", "switches", len(front)),
]

days.to_csv(HERE / "weather_day.csv", index=False, float_format="%.17g")
swing.to_csv(HERE / "weather_swing.csv", index=False, float_format="%.17g")
warm.to_csv(HERE / "weather_warmest.csv", index=False, float_format="%.17g")
wind.to_csv(HERE / "weather_wind_alert.csv", index=False, float_format="%.17g")
front.to_csv(HERE / "weather_front_alert.csv", index=False, float_format="%.17g")
pd.DataFrame(final, columns=["node", "field", "value"], dtype=object).to_csv(HERE / "weather_final.csv", index=False)

if __name__ == "__main__":
    print(len(days), "days,", len(wind), "wind,", len(front), "front; warmest", warmest.date(), days["mean"].max())
    print(len(swing), "records of the 24 h range,", len(warm), "of the day's mean")
    print("widest 24 h range", spread.max(), "at", spread.idxmax())
