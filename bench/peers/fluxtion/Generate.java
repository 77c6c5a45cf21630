// SPDX-License-Identifier: MIT
// Has Fluxtion's compiler write one processor per workload and size:  Generate DIRECTORY  (sources go to DIRECTORY/peer/generated).
// Dirty filtering is on, as it comes, but for deep and noop, which Fluxtion's own benchmark generates without it.
package peer;

import com.fluxtion.compiler.EventProcessorConfig;
import com.fluxtion.compiler.Fluxtion;
import com.fluxtion.runtime.partition.LambdaReflection.SerializableConsumer;

public final class Generate {
  private Generate() {}

  private static void write(String directory, String name, SerializableConsumer<EventProcessorConfig> graph) {
    Fluxtion.compile(
        graph,
        compiler -> {
          compiler.setPackageName("peer.generated");
          compiler.setClassName(name);
          compiler.setOutputDirectory(directory);
          compiler.setResourcesOutputDirectory(directory);
          compiler.setWriteSourceToFile(true);
          compiler.setCompileSource(false);
          compiler.setFormatSource(false);
          compiler.setGenerateDescription(false);
        });
  }

  private static Nodes.Node plus(Nodes.Node up) {
    Nodes.Plus node = new Nodes.Plus();
    node.up = up;
    return node;
  }

  private static Nodes.Node copy(Nodes.Node up) {
    Nodes.Copy node = new Nodes.Copy();
    node.up = up;
    return node;
  }

  private static Nodes.Node sum(Nodes.Node up) {
    Nodes.Sum node = new Nodes.Sum();
    node.up = up;
    return node;
  }

  private static Nodes.Node times(Nodes.Node up, double factor) {
    Nodes.Times node = new Nodes.Times();
    node.up = up;
    node.factor = factor;
    return node;
  }

  private static Nodes.Node above(Nodes.Node up, double limit) {
    Nodes.Above node = new Nodes.Above();
    node.up = up;
    node.limit = limit;
    return node;
  }

  private static Nodes.Node join(Nodes.Node left, Nodes.Node right) {
    Nodes.Join node = new Nodes.Join();
    node.left = left;
    node.right = right;
    return node;
  }

  private static void sink(EventProcessorConfig graph, Nodes.Sink sink, Nodes.Node up) {
    sink.up = up;
    graph.addNode(sink, "sink");
  }

  private static Nodes.Average average(Nodes.Tick tick, double weight) {
    Nodes.Average node = new Nodes.Average();
    node.tick = tick;
    node.weight = weight;
    return node;
  }

  private static void ladder(EventProcessorConfig graph) {
    Nodes.Tick tick = new Nodes.Tick();
    Nodes.Spread spread = new Nodes.Spread();
    spread.fast = average(tick, 0.2);
    spread.slow = average(tick, 0.02);
    Nodes.Notional notional = new Nodes.Notional();
    notional.tick = tick;
    Nodes.Vwap vwap = new Nodes.Vwap();
    vwap.tick = tick;
    vwap.notional = notional;
    Nodes.Deviation deviation = new Nodes.Deviation();
    deviation.tick = tick;
    deviation.vwap = vwap;
    Nodes.Variance variance = new Nodes.Variance();
    variance.deviation = deviation;
    Nodes.Detector detector = new Nodes.Detector();
    detector.spread = spread;
    detector.deviation = deviation;
    detector.variance = variance;
    Nodes.Publisher publisher = new Nodes.Publisher();
    publisher.detector = detector;
    graph.addNode(publisher, "sink");
  }

  private static void diamond(EventProcessorConfig graph) {
    Nodes.Node root = new Nodes.QuoteRoot();
    Nodes.Node[] above = new Nodes.Node[9];
    for (int i = 0; i < 9; i++) above[i] = graph.addNode(plus(root), "layer1_" + i);
    for (int layer = 2; layer <= 11; layer++) {
      Nodes.Node[] row = new Nodes.Node[9];
      for (int i = 0; i < 9; i++) row[i] = graph.addNode(join(above[i], above[(i + 1) % 9]), "layer" + layer + "_" + i);
      above = row;
    }
    sink(graph, new Nodes.Sink(), above[0]);
  }

  private static void hotpath(EventProcessorConfig graph, int branches) {
    Nodes.Node root = new Nodes.QuoteRoot();
    for (int i = 0; i < branches; i++) {
      Nodes.Node end = graph.addNode(sum(above(root, 0)), "branch" + i);
      if (i == 0) sink(graph, new Nodes.Sink(), end);
    }
  }

  /** A chain of `length` nodes below `root`, of the kind that the workload says for place i (from 1). */
  private static void chain(EventProcessorConfig graph, String workload, int length, Nodes.Node root, Nodes.Sink sink) {
    Nodes.Node last = root;
    for (int i = 1; i <= length; i++) {
      boolean third = i % 3 == 0;
      last =
          switch (workload) {
            case "noop" -> copy(last);
            case "dirty" -> third ? above(last, 0.5) : plus(last);
            case "poly" -> third ? plus(last) : i % 3 == 1 ? sum(last) : times(last, 1);
            default -> plus(last);
          };
    }
    if (workload.equals("deep") || workload.equals("noop")) graph.setSupportDirtyFiltering(false);
    sink(graph, sink, last);
  }

  private static Nodes.Node root(String workload) {
    return switch (workload) {
      case "deep", "noop" -> new Nodes.QuoteRoot();
      case "dirty" -> new Nodes.Gate();
      case "multi" -> new Nodes.ThreeRoot();
      case "intermediate", "poly" -> new Nodes.TwoRoot();
      default -> new Nodes.ValueRoot();
    };
  }

  public static void main(String[] arguments) {
    String directory = arguments[0];
    write(directory, "Ladder", Generate::ladder);
    write(directory, "Diamond101", Generate::diamond);
    for (int n : new int[] {2, 8, 32}) write(directory, "Hotpath" + n, graph -> hotpath(graph, n));
    String[] names = {"deep", "noop", "dirty", "intermediate", "multi", "poly", "short"};
    int[][] sizes = {
      {5, 10, 20, 50, 100}, {5, 10, 20, 50, 100}, {10, 20, 50, 100}, {5, 10, 20, 50, 100}, {5, 10, 20, 50}, {5, 10, 20, 50, 100}, {3, 5, 10}
    };
    for (int k = 0; k < names.length; k++) {
      String name = names[k];
      for (int n : sizes[k]) {
        Nodes.Sink sink = name.equals("short") ? new Nodes.PlusSink() : new Nodes.Sink();
        String type = Character.toUpperCase(name.charAt(0)) + name.substring(1) + n;
        write(directory, type, graph -> chain(graph, name, n, root(name), sink));
      }
    }
  }
}
