// SPDX-License-Identifier: MIT
// The driver of the peers that are Java: answers `list`, `about` and `run WORKLOAD SIZE EVENTS` on stdin, a line each. Every workload,
// size and arm has a class loader of its own, so that its loop, its graph and the library are compiled for it alone, as in a JVM of
// its own.
package peer;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.math.MathContext;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;

public final class Serve {
  private Serve() {}

  /** As C's %.17g prints it. */
  static String decimal(double x) {
    if (!Double.isFinite(x)) return Double.isNaN(x) ? "nan" : x > 0 ? "inf" : "-inf";
    if (x == 0) return 1 / x > 0 ? "0" : "-0";
    BigDecimal value = new BigDecimal(x).round(new MathContext(17)).stripTrailingZeros();
    int exponent = value.precision() - value.scale() - 1;
    if (exponent >= -5 && exponent < 17) return value.toPlainString();
    String mantissa = value.movePointLeft(exponent).toPlainString();
    return mantissa + String.format("e%s%02d", exponent < 0 ? "-" : "+", Math.abs(exponent));
  }

  /** Every name with every size: "deep 5 10" with "stream" and "wall" gives deep/stream:5 deep/wall:5 … */
  static void add(List<String> names, String line, String... arms) {
    String[] words = line.split(" ");
    for (int i = 1; i < words.length; i++) {
      for (String arm : arms) names.add(words[0] + (arm.isEmpty() ? "" : "/" + arm) + ":" + words[i]);
    }
  }

  private static URL url(String path) {
    try {
      return Path.of(path).toUri().toURL();
    } catch (MalformedURLException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @SuppressWarnings("unchecked")
  private static LongFunction<String> load(String workload, String size) throws Exception {
    URL[] path = Arrays.stream(System.getProperty("java.class.path").split(":")).map(Serve::url).toArray(URL[]::new);
    Class<?> arm = new URLClassLoader(path, ClassLoader.getPlatformClassLoader()).loadClass("peer.Arm");
    return (LongFunction<String>) arm.getConstructor(String.class, String.class).newInstance(workload, size);
  }

  public static void main(String[] arguments) throws Exception {
    Set<String> names = Set.copyOf(Arm.NAMES);
    Map<String, LongFunction<String>> arms = new HashMap<>();
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.trim().split("\\s+");
      if (words[0].equals("list")) {
        System.out.println(String.join(" ", Arm.NAMES));
      } else if (words[0].equals("about")) {
        System.out.println(Arm.ABOUT + ", " + System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version") + ", G1");
      } else if (words[0].equals("run") && words.length == 4 && names.contains(words[1] + ":" + words[2])) {
        try {
          String key = words[1] + ":" + words[2];
          if (!arms.containsKey(key)) arms.put(key, load(words[1], words[2]));
          System.out.println(arms.get(key).apply(Long.parseLong(words[3])));
        } catch (Exception | LinkageError failure) {
          Throwable cause = failure;
          while (cause.getCause() != null) cause = cause.getCause();
          System.out.println("error " + cause.toString().replace('\n', ' '));
        }
      } else {
        System.out.println("error not understood: " + line);
      }
      System.out.flush();
    }
  }
}
