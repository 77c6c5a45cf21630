// SPDX-License-Identifier: MIT
// The workloads as streams of RxJava: map, filter and scan along a chain; zip where branches meet, which is what keeps a node from
// being computed once a path; share where a stream has several readers. Events are new, immutable objects, as the library wants them.
package peer;

import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.subjects.PublishSubject;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

public final class Arm implements LongFunction<String> {
  static final String ABOUT = "io.reactivex.rxjava3:rxjava 3.1.12";
  static final List<String> NAMES = names();

  private static final int WARM_UP_EVENTS = 5000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  record Tick(double price, double size, long time) {}

  record Quote(double bid, double ask) {
    double mid() {
      return (bid + ask) / 2;
    }
  }

  record Trade(double notional, double size) {}

  record Sums(double pv, double v) {
    Sums with(Trade trade) {
      return new Sums(pv + trade.notional, v + trade.size);
    }
  }

  private final String workload;
  private final String size;
  private long count;
  private double value;

  public Arm(String workload, String size) {
    this.workload = workload;
    this.size = size;
    long begin = System.nanoTime();
    for (int i = 0; i < 1000 && System.nanoTime() - begin < 2_000_000_000L; i++) run(WARM_UP_EVENTS);
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>();
    String[] lines = {
      "ladder random periodic", "deep 5 10 20 50 100", "noop 5 10 20 50 100", "diamond 101", "dirty 10 20 50 100", "hotpath 2 8 32",
      "poly 5 10 20 50 100", "short 3 5 10",
    };
    for (String line : lines) Serve.add(names, line, "");
    return names;
  }

  @Override
  public String apply(long events) {
    long spent = run(events);
    return "ns_per_event " + spent / (double) events + " checksum " + count + " " + Serve.decimal(value);
  }

  /** Builds the streams anew and sends; the time of sending. */
  private long run(long events) {
    count = 0;
    value = 0;
    return switch (workload) {
      case "ladder" -> ladder(events);
      case "dirty" -> dirty(events);
      case "short", "poly" -> values(events);
      default -> quotes(events);
    };
  }

  private void sink(Observable<Double> end) {
    end.subscribe(
        x -> {
          value = x;
          count++;
        });
  }

  private long ladder(long events) {
    PublishSubject<Tick> ticks = PublishSubject.create();
    Observable<Double> fast = ticks.scan(0.0, (v, t) -> v + 0.2 * (t.price - v)).skip(1);
    Observable<Double> slow = ticks.scan(0.0, (v, t) -> v + 0.02 * (t.price - v)).skip(1);
    Observable<Double> spread = Observable.zip(fast, slow, (f, s) -> f - s);
    Observable<Double> notional = ticks.map(t -> t.price * t.size);
    Observable<Double> vwap =
        Observable.zip(ticks, notional, (t, n) -> new Trade(n, t.size)).scan(new Sums(0, 0), Sums::with).skip(1).map(s -> s.pv / s.v);
    Observable<Double> deviation = Observable.zip(ticks, vwap, (t, v) -> t.price - v).publish().autoConnect(2);
    Observable<Double> variance = deviation.scan(0.0, (v, d) -> v + 0.05 * (d * d - v)).skip(1);
    Observable<Double> score = Observable.zip(spread, deviation, variance, (s, d, v) -> s * d / (v + 1e-9));
    sink(score.filter(s -> s > 0).scan(0.0, (published, s) -> published * 0.5 + s).skip(1));

    boolean random = size.equals("random");
    long multiplier = random ? 6364136223846793005L : 1;
    long increment = random ? 1442695040888963407L : 13L << 60;
    long s = 42;
    long begin = THREADS.getCurrentThreadCpuTime();
    for (long i = 0; i < events; i++) {
      s = s * multiplier + increment;
      ticks.onNext(new Tick(100 + (s >>> 11) * 0x1p-53 * 10 - 5, 1 + (s >>> 60), i));
    }
    return THREADS.getCurrentThreadCpuTime() - begin;
  }

  private static Observable<Double> diamond(Observable<Double> root) {
    List<Observable<Double>> above = new ArrayList<>();
    Observable<Double> start = root.publish().autoConnect(9);
    for (int i = 0; i < 9; i++) above.add(start.map(x -> x + 1).publish().autoConnect(2));
    for (int layer = 2; layer <= 11; layer++) {
      List<Observable<Double>> row = new ArrayList<>();
      for (int i = 0; i < 9; i++) {
        Observable<Double> node = Observable.zip(above.get(i), above.get((i + 1) % 9), (a, b) -> a + b + 1);
        row.add(layer < 11 ? node.publish().autoConnect(2) : node);
      }
      above = row;
    }
    for (int i = 1; i < 9; i++) above.get(i).subscribe();
    return above.get(0);
  }

  private static Observable<Double> hotpath(Observable<Double> root, int branches) {
    Observable<Double> start = root.publish().autoConnect(branches);
    Observable<Double> first = null;
    for (int i = 0; i < branches; i++) {
      Observable<Double> branch = start.filter(x -> x > 0).scan(0.0, Double::sum).skip(1);
      if (i == 0) first = branch;
      else branch.subscribe();
    }
    return first;
  }

  private long quotes(long events) {
    PublishSubject<Quote> quotes = PublishSubject.create();
    Observable<Double> mid = quotes.map(Quote::mid);
    int n = Integer.parseInt(size);
    boolean moves = true;
    switch (workload) {
      case "diamond" -> {
        moves = false;
        sink(diamond(mid));
      }
      case "hotpath" -> sink(hotpath(mid, n));
      case "deep" -> {
        for (int i = 0; i < n; i++) mid = mid.map(x -> x + 1);
        sink(mid);
      }
      default -> {
        moves = false;
        for (int i = 0; i < n; i++) mid = mid.map(x -> x);
        sink(mid);
      }
    }
    long begin = THREADS.getCurrentThreadCpuTime();
    for (long i = 0; i < events; i++) quotes.onNext(new Quote(100.0 + i, moves ? 101.0 + i : 101.0));
    return THREADS.getCurrentThreadCpuTime() - begin;
  }

  private long dirty(long events) {
    PublishSubject<Boolean> controls = PublishSubject.create();
    Observable<Double> last = controls.filter(enabled -> enabled).map(enabled -> 1.0);
    for (int i = 1; i <= Integer.parseInt(size); i++) last = i % 3 == 0 ? last.filter(x -> x > 0.5) : last.map(x -> x + 1);
    sink(last);
    long begin = THREADS.getCurrentThreadCpuTime();
    for (long i = 0; i < events; i++) controls.onNext(i % 10 == 0);
    return THREADS.getCurrentThreadCpuTime() - begin;
  }

  private long values(long events) {
    PublishSubject<Double> values = PublishSubject.create();
    Observable<Double> last = values;
    int n = Integer.parseInt(size);
    if (workload.equals("short")) {
      for (int i = 0; i <= n; i++) last = last.map(x -> x + 1);
    } else {
      for (int i = 1; i <= n; i++) {
        last = i % 3 == 0 ? last.map(x -> x + 1) : i % 3 == 1 ? last.scan(0.0, Double::sum).skip(1) : last.map(x -> x * 1.0);
      }
    }
    sink(last);
    long begin = THREADS.getCurrentThreadCpuTime();
    for (long i = 0; i < events; i++) values.onNext(100.0 + i);
    return THREADS.getCurrentThreadCpuTime() - begin;
  }
}
