// SPDX-License-Identifier: MIT
// One workload with one way of calling the processor, warmed up. WORKLOAD/typed-stream calls the generated handleEvent, /stream and
// /wall call onEvent; the clock is the events' own time, or, with /wall, what Fluxtion does when it is told nothing.
package peer;

import com.fluxtion.runtime.EventProcessor;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

public final class Arm implements LongFunction<String> {
  static final String ABOUT = "com.fluxtion:compiler 9.7.14";
  static final List<String> NAMES = names();

  private static final int WARM_UP_CALLS = 1000;
  private static final int WARM_UP_EVENTS = 5000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final String workload;
  private final boolean stream;
  private final boolean typed;
  private final String size;
  private final Class<?> type;
  private long time;

  public Arm(String name, String size) throws ClassNotFoundException {
    String[] parts = name.split("/");
    this.workload = parts[0];
    this.stream = parts[1].endsWith("stream");
    this.typed = parts[1].startsWith("typed");
    this.size = size;
    String graph = workload.startsWith("multi") ? "multi" : workload;
    String title = Character.toUpperCase(graph.charAt(0)) + graph.substring(1);
    this.type = Class.forName("peer.generated." + title + (graph.equals("ladder") ? "" : size));
    for (int i = 0; i < WARM_UP_CALLS; i++) run(start(), WARM_UP_EVENTS);
  }

  private EventProcessor<?> start() {
    try {
      EventProcessor<?> processor = (EventProcessor<?>) type.getConstructor().newInstance();
      processor.init();
      processor.start();
      time = 0;
      if (stream) processor.setClockStrategy(() -> time);
      return processor;
    } catch (ReflectiveOperationException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>();
    Serve.add(names, "ladder random periodic", "typed-stream", "stream", "wall");
    String[] debs = {
      "diamond 101", "noop 5 10 20 50 100", "deep 5 10 20 50 100", "dirty 10 20 50 100", "intermediate 5 10 20 50 100", "hotpath 2 8 32",
      "multi_market 5 10 20 50", "multi_signal 5 10 20 50", "multi_control 5 10 20 50", "poly 5 10 20 50 100", "short 3 5 10",
    };
    for (String line : debs) Serve.add(names, line, "stream", "wall");
    return names;
  }

  @Override
  public String apply(long events) {
    EventProcessor<?> processor = start();
    long begin = THREADS.getCurrentThreadCpuTime();
    run(processor, events);
    long end = THREADS.getCurrentThreadCpuTime();
    return "ns_per_event " + (end - begin) / (double) events + " checksum " + checksum(processor);
  }

  private void run(EventProcessor<?> processor, long events) {
    switch (workload) {
      case "ladder" -> {
        if (typed) ladderTyped((peer.generated.Ladder) processor, events);
        else ladder(processor, events);
      }
      case "deep", "hotpath", "multi_market" -> quotes(processor, events, 101, 1);
      case "noop", "diamond" -> quotes(processor, events, 101, 0);
      case "dirty", "multi_control" -> controls(processor, events);
      case "intermediate" -> signals(processor, events, -50, -1);
      case "multi_signal", "poly" -> signals(processor, events, 100, 1);
      case "short" -> values(processor, events);
      default -> throw new IllegalArgumentException(workload);
    }
  }

  private void ladder(EventProcessor<?> processor, long events) {
    boolean random = size.equals("random");
    long multiplier = random ? 6364136223846793005L : 1;
    long increment = random ? 1442695040888963407L : 13L << 60;
    long s = 42;
    Nodes.TickEvent event = new Nodes.TickEvent();
    for (long i = 0; i < events; i++) {
      s = s * multiplier + increment;
      event.price = 100 + (s >>> 11) * 0x1p-53 * 10 - 5;
      event.size = 1 + (s >>> 60);
      event.time = i;
      time = i;
      processor.onEvent(event);
    }
  }

  private void ladderTyped(peer.generated.Ladder processor, long events) {
    boolean random = size.equals("random");
    long multiplier = random ? 6364136223846793005L : 1;
    long increment = random ? 1442695040888963407L : 13L << 60;
    long s = 42;
    Nodes.TickEvent event = new Nodes.TickEvent();
    for (long i = 0; i < events; i++) {
      s = s * multiplier + increment;
      event.price = 100 + (s >>> 11) * 0x1p-53 * 10 - 5;
      event.size = 1 + (s >>> 60);
      event.time = i;
      time = i;
      processor.handleEvent(event);
    }
  }

  private void quotes(EventProcessor<?> processor, long events, double ask, double step) {
    Nodes.Quote event = new Nodes.Quote();
    for (long i = 0; i < events; i++) {
      event.bid = 100.0 + i;
      event.ask = ask + step * i;
      time = i;
      processor.onEvent(event);
    }
  }

  private void controls(EventProcessor<?> processor, long events) {
    Nodes.Control event = new Nodes.Control();
    for (long i = 0; i < events; i++) {
      event.enabled = i % 10 == 0;
      time = i;
      processor.onEvent(event);
    }
  }

  private void signals(EventProcessor<?> processor, long events, double first, double step) {
    Nodes.Signal event = new Nodes.Signal();
    for (long i = 0; i < events; i++) {
      event.quantity = first + step * i;
      time = i;
      processor.onEvent(event);
    }
  }

  private void values(EventProcessor<?> processor, long events) {
    Nodes.Value event = new Nodes.Value();
    for (long i = 0; i < events; i++) {
      event.value = 100.0 + i;
      time = i;
      processor.onEvent(event);
    }
  }

  private static String checksum(EventProcessor<?> processor) {
    Object sink;
    try {
      sink = processor.getNodeById("sink");
    } catch (NoSuchFieldException failure) {
      throw new IllegalStateException(failure);
    }
    if (sink instanceof Nodes.Publisher publisher) {
      return publisher.detector.count + " " + Serve.decimal(publisher.value);
    }
    Nodes.Sink end = (Nodes.Sink) sink;
    return end.count + " " + Serve.decimal(end.value);
  }
}
