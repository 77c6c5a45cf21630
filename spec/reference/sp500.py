# SPDX-License-Identifier: MIT
"""What graphs/sp500.lua must publish, computed with pandas and numpy from the same data, not by flux.

    python3 spec/reference/sp500.py      writes sp500_signal.csv, sp500_new_low.csv and sp500_final.csv beside itself
"""
from pathlib import Path

import numpy as np
import pandas as pd

HERE = Path(__file__).parent
bars = pd.read_csv(HERE / "../../graphs/data/sp500-2000.csv", parse_dates=["date"])
close = bars.close
date = bars.date.astype("datetime64[ns]").astype("int64")  # ns since 1970

fast = close.ewm(span=20, adjust=False).mean()
slow = close.ewm(span=100, adjust=False).mean()
returns = np.log(close / close.shift(1))
volatility = returns.rolling(20).apply(lambda w: np.sqrt(w.var(ddof=1) * 252), raw=True)

side = pd.Series(np.where(fast >= slow, 1, -1)).where(volatility.notna())
crossed = side.notna() & side.shift(1).notna() & (side != side.shift(1))
strength = returns.abs() / (volatility / np.sqrt(252))
signal = pd.DataFrame({"date": date, "strength": strength, "side": side})[crossed].astype({"side": int})

peak = close.cummax()
drawdown = close / peak - 1
worst = drawdown.cummin()
deeper = worst < worst.shift(1, fill_value=0.0)
new_low = pd.DataFrame({"value": drawdown, "peak": peak, "worst": worst, "worst_date": date})[deeper]

final = [
    ("bar", "close", close.iloc[-1]),
    ("fast", "value", fast.iloc[-1]),
    ("slow", "value", slow.iloc[-1]),
    ("returns", "value", returns.iloc[-1]),
    ("volatility", "value", volatility.iloc[-1]),
    ("drawdown", "value", drawdown.iloc[-1]),
    ("drawdown", "peak", peak.iloc[-1]),
    ("drawdown", "worst", worst.iloc[-1]),
    ("drawdown", "worst_date", new_low.worst_date.iloc[-1]),
    ("cross", "side", signal.side.iloc[-1]),
    ("cross", "date", signal.date.iloc[-1]),
]

signal.to_csv(HERE / "sp500_signal.csv", index=False, float_format="%.17g")
new_low.to_csv(HERE / "sp500_new_low.csv", index=False, float_format="%.17g")
pd.DataFrame(final, columns=["node", "field", "value"], dtype=object).to_csv(HERE / "sp500_final.csv", index=False)

if __name__ == "__main__":
    when = bars.date[crossed].dt.date
    print(len(signal), "signals,", when.iloc[0], "to", when.iloc[-1])
    print("worst drawdown", worst.iloc[-1], "on", bars.date[deeper].dt.date.iloc[-1], "after", len(new_low), "new lows")
