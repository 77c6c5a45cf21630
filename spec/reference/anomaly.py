# SPDX-License-Identifier: MIT
"""What graphs/anomaly.lua must publish, computed with pandas from the same data, not by flux.

    python3 spec/reference/anomaly.py      writes anomaly_anomaly.csv and anomaly_final.csv beside itself
"""
from pathlib import Path

import pandas as pd

HERE = Path(__file__).parent
data = pd.read_csv(HERE / "../../graphs/data/seattle-weather-hourly-normals.csv")
change = data.pressure.diff().dropna()
window = change.rolling(24 * 7, min_periods=24)
deviation = ((change - window.mean()) / window.apply(lambda w: w.std(ddof=1), raw=True)).dropna()

on, rows = False, []
for at, value in deviation.items():
    now = abs(value) >= 3 or on and abs(value) >= 2
    if now != on:
        on = now
        rows.append((at + 1, value, int(on)))
published = pd.DataFrame(rows, columns=["reading", "deviation", "on"])
published.to_csv(HERE / "anomaly_anomaly.csv", index=False, float_format="%.17g")
final = [("reading", "count", len(data)), ("change", "value", change.iloc[-1]), ("deviation", "value", deviation.iloc[-1])]
pd.DataFrame(final, columns=["node", "field", "value"], dtype=object).to_csv(HERE / "anomaly_final.csv", index=False)

if __name__ == "__main__":
    print(len(published), "switches,", int(published.on.sum()), "on, the first at reading", published.reading[0],
          data.date[published.reading[0] - 1])
