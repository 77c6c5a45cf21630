// SPDX-License-Identifier: MIT
// One workload with one way of calling the processor, warmed up. WORKLOAD/typed-stream calls the generated handleEvent, /stream and
// /wall call onEvent; the clock is the events' own time, or, with /wall, what Fluxtion does when it is told nothing.
package peer;

import com.fluxtion.runtime.EventProcessor;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongFunction;

public final class Arm implements LongFunction<String> {
  static final String ABOUT = "com.fluxtion:compiler 9.7.14";
  static final List<String> NAMES = names();

  private static final int WARM_UP_CALLS = 1000;
  private static final int WARM_UP_EVENTS = 5000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final String workload;
  private final boolean stream;
  private final String size;
  private final Class<?> type;
  private final MethodHandle entries;
  private long time;

  public Arm(String name, String size) throws ReflectiveOperationException {
    String[] parts = name.split("/");
    this.workload = parts[0];
    this.stream = parts[1].endsWith("stream");
    this.size = size;
    String graph = workload.startsWith("multi") ? "multi" : workload;
    String title = Character.toUpperCase(graph.charAt(0)) + graph.substring(1);
    this.type = Class.forName("peer.generated." + title + (graph.equals("ladder") ? "" : size));
    this.entries = entries(type, parts[1].startsWith("typed") ? "handleEvent" : "onEvent", eventType());
    for (int i = 0; i < WARM_UP_CALLS; i++) run(entry(start()), WARM_UP_EVENTS);
  }

  private Class<?> eventType() {
    return switch (workload) {
      case "ladder" -> Nodes.TickEvent.class;
      case "dirty", "multi_control" -> Nodes.Control.class;
      case "intermediate", "multi_signal", "poly" -> Nodes.Signal.class;
      case "short" -> Nodes.Value.class;
      default -> Nodes.Quote.class;
    };
  }

  /** Of a processor, what calls its method as a lambda written for this one class would; every processor has handleEvent for its types. */
  private static MethodHandle entries(Class<?> type, String name, Class<?> event) throws ReflectiveOperationException {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    Class<?> parameter = name.equals("onEvent") ? Object.class : event;
    MethodHandle method = lookup.findVirtual(type, name, MethodType.methodType(void.class, parameter));
    MethodType made = MethodType.methodType(Consumer.class, type);
    MethodType erased = MethodType.methodType(void.class, Object.class);
    try {
      return LambdaMetafactory.metafactory(lookup, "accept", made, erased, method, MethodType.methodType(void.class, event)).getTarget();
    } catch (java.lang.invoke.LambdaConversionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @SuppressWarnings("unchecked")
  private Consumer<Object> entry(EventProcessor<?> processor) {
    try {
      return (Consumer<Object>) entries.invoke(processor);
    } catch (Throwable failure) {
      throw new IllegalStateException(failure);
    }
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
    for (String line : debs) Serve.add(names, line, "typed-stream", "stream", "wall");
    return names;
  }

  @Override
  public String apply(long events) {
    EventProcessor<?> processor = start();
    Consumer<Object> entry = entry(processor);
    long begin = THREADS.getCurrentThreadCpuTime();
    run(entry, events);
    long end = THREADS.getCurrentThreadCpuTime();
    return "ns_per_event " + (end - begin) / (double) events + " checksum " + checksum(processor);
  }

  private void run(Consumer<Object> entry, long events) {
    switch (workload) {
      case "ladder" -> ladder(entry, events);
      case "deep", "hotpath", "multi_market" -> quotes(entry, events, 101, 1);
      case "noop", "diamond" -> quotes(entry, events, 101, 0);
      case "dirty", "multi_control" -> controls(entry, events);
      case "intermediate" -> signals(entry, events, -50, -1);
      case "multi_signal", "poly" -> signals(entry, events, 100, 1);
      case "short" -> values(entry, events);
      default -> throw new IllegalArgumentException(workload);
    }
  }

  private void ladder(Consumer<Object> entry, long events) {
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
      entry.accept(event);
    }
  }

  private void quotes(Consumer<Object> entry, long events, double ask, double step) {
    Nodes.Quote event = new Nodes.Quote();
    for (long i = 0; i < events; i++) {
      event.bid = 100.0 + i;
      event.ask = ask + step * i;
      time = i;
      entry.accept(event);
    }
  }

  private void controls(Consumer<Object> entry, long events) {
    Nodes.Control event = new Nodes.Control();
    for (long i = 0; i < events; i++) {
      event.enabled = i % 10 == 0;
      time = i;
      entry.accept(event);
    }
  }

  private void signals(Consumer<Object> entry, long events, double first, double step) {
    Nodes.Signal event = new Nodes.Signal();
    for (long i = 0; i < events; i++) {
      event.quantity = first + step * i;
      time = i;
      entry.accept(event);
    }
  }

  private void values(Consumer<Object> entry, long events) {
    Nodes.Value event = new Nodes.Value();
    for (long i = 0; i < events; i++) {
      event.value = 100.0 + i;
      time = i;
      entry.accept(event);
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
