// SPDX-License-Identifier: MIT
// Answers `list`, `about` and `run WORKLOAD SIZE EVENTS` on stdin, a line each. Every workload, size and arm has a class loader of its
// own, so that the loop, the processor, Fluxtion's runtime and the nodes are compiled for it alone, as in a JVM of its own.
package peer;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;

public final class Serve {
  private Serve() {}

  private static Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    for (String input : new String[] {"random", "periodic"}) {
      for (String arm : new String[] {"typed-stream", "stream", "wall"}) names.add("ladder/" + arm + ":" + input);
    }
    String[] debs = {
      "diamond 101", "noop 5 10 20 50 100", "deep 5 10 20 50 100", "dirty 10 20 50 100", "intermediate 5 10 20 50 100", "hotpath 2 8 32",
      "multi_market 5 10 20 50", "multi_signal 5 10 20 50", "multi_control 5 10 20 50", "poly 5 10 20 50 100", "short 3 5 10",
    };
    for (String line : debs) {
      String[] words = line.split(" ");
      for (int i = 1; i < words.length; i++) {
        names.add(words[0] + "/stream:" + words[i]);
        names.add(words[0] + "/wall:" + words[i]);
      }
    }
    return names;
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
    Set<String> names = names();
    Map<String, LongFunction<String>> arms = new HashMap<>();
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.trim().split("\\s+");
      if (words[0].equals("list")) {
        System.out.println(String.join(" ", names));
      } else if (words[0].equals("about")) {
        System.out.println("com.fluxtion:compiler 9.7.14, " + System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version") + ", G1");
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
