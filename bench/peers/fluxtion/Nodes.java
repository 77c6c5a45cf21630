// SPDX-License-Identifier: MIT
// The events and nodes of the workloads (docs: bench/peers/README.md), as a user of Fluxtion writes them: public fields, concrete
// types upstream, a boolean result that arrests when it is false. Fluxtion's compiler reads these classes and writes the processors.
package peer;

import com.fluxtion.runtime.annotations.OnEventHandler;
import com.fluxtion.runtime.annotations.OnTrigger;

public final class Nodes {
  private Nodes() {}

  // Events: one object of each, changed in place and sent again.

  public static final class TickEvent {
    public double price;
    public double size;
    public long time;
  }

  public static final class Quote {
    public double bid;
    public double ask;
  }

  public static final class Signal {
    public double quantity;
  }

  public static final class Control {
    public boolean enabled;
  }

  public static final class Value {
    public double value;
  }

  // The ladder.

  public static class Tick {
    public double price;
    public double size;

    @OnEventHandler
    public boolean onTick(TickEvent event) {
      price = event.price;
      size = event.size;
      return true;
    }
  }

  public static class Average {
    public Tick tick;
    public double weight;
    public double value;

    @OnTrigger
    public boolean update() {
      value += weight * (tick.price - value);
      return true;
    }
  }

  public static class Spread {
    public Average fast;
    public Average slow;
    public double value;

    @OnTrigger
    public boolean update() {
      value = fast.value - slow.value;
      return true;
    }
  }

  public static class Notional {
    public Tick tick;
    public double value;

    @OnTrigger
    public boolean update() {
      value = tick.price * tick.size;
      return true;
    }
  }

  public static class Vwap {
    public Tick tick;
    public Notional notional;
    public double pv;
    public double v;
    public double value;

    @OnTrigger
    public boolean update() {
      pv += notional.value;
      v += tick.size;
      value = pv / v;
      return true;
    }
  }

  public static class Deviation {
    public Tick tick;
    public Vwap vwap;
    public double value;

    @OnTrigger
    public boolean update() {
      value = tick.price - vwap.value;
      return true;
    }
  }

  public static class Variance {
    public Deviation deviation;
    public double value;

    @OnTrigger
    public boolean update() {
      double d = deviation.value;
      value += 0.05 * (d * d - value);
      return true;
    }
  }

  public static class Detector {
    public Spread spread;
    public Deviation deviation;
    public Variance variance;
    public double score;
    public long count;

    @OnTrigger
    public boolean update() {
      score = spread.value * deviation.value / (variance.value + 1e-9);
      if (!(score > 0)) return false;
      count++;
      return true;
    }
  }

  public static class Publisher {
    public Detector detector;
    public double value;
    public long count;

    @OnTrigger
    public boolean update() {
      value = value * 0.5 + detector.score;
      count++;
      return true;
    }
  }

  // The rest: every node has a value and one upstream.

  public static class Node {
    public double value;
  }

  public static class QuoteRoot extends Node {
    @OnEventHandler
    public boolean onQuote(Quote event) {
      value = (event.bid + event.ask) / 2;
      return true;
    }
  }

  /** Takes two event types, of which the bench sends the second. */
  public static class TwoRoot extends Node {
    @OnEventHandler
    public boolean onQuote(Quote event) {
      value = (event.bid + event.ask) / 2;
      return true;
    }

    @OnEventHandler
    public boolean onSignal(Signal event) {
      value = event.quantity;
      return true;
    }
  }

  public static class ThreeRoot extends Node {
    @OnEventHandler
    public boolean onQuote(Quote event) {
      value = (event.bid + event.ask) / 2;
      return true;
    }

    @OnEventHandler
    public boolean onSignal(Signal event) {
      value = event.quantity;
      return true;
    }

    @OnEventHandler
    public boolean onControl(Control event) {
      value = event.enabled ? 1 : 0;
      return true;
    }
  }

  public static class Gate extends Node {
    @OnEventHandler
    public boolean onControl(Control event) {
      value = event.enabled ? 1 : 0;
      return event.enabled;
    }
  }

  public static class ValueRoot extends Node {
    @OnEventHandler
    public boolean onValue(Value event) {
      value = event.value;
      return true;
    }
  }

  public static class Copy extends Node {
    public Node up;

    @OnTrigger
    public boolean update() {
      value = up.value;
      return true;
    }
  }

  public static class Plus extends Node {
    public Node up;

    @OnTrigger
    public boolean update() {
      value = up.value + 1;
      return true;
    }
  }

  public static class Times extends Node {
    public Node up;
    public double factor;

    @OnTrigger
    public boolean update() {
      value = up.value * factor;
      return true;
    }
  }

  public static class Sum extends Node {
    public Node up;

    @OnTrigger
    public boolean update() {
      value += up.value;
      return true;
    }
  }

  public static class Join extends Node {
    public Node left;
    public Node right;

    @OnTrigger
    public boolean update() {
      value = left.value + right.value + 1;
      return true;
    }
  }

  public static class Above extends Node {
    public Node up;
    public double limit;

    @OnTrigger
    public boolean update() {
      if (!(up.value > limit)) return false;
      value = up.value;
      return true;
    }
  }

  /** The end of every graph but the ladder; `add` is 1 in the short chains, else 0. */
  public static class Sink {
    public Node up;
    public double value;
    public long count;

    @OnTrigger
    public boolean update() {
      value = up.value;
      count++;
      return true;
    }
  }

  public static class PlusSink extends Sink {
    @Override
    @OnTrigger
    public boolean update() {
      value = up.value + 1;
      count++;
      return true;
    }
  }
}
