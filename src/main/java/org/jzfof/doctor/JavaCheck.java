package org.jzfof.doctor;

import java.lang.management.ManagementFactory;
import java.util.stream.Collectors;

/** Checks the Java virtual machine and its heap. */
final class JavaCheck {
  private static final long MINIMUM_HEAP = 512L << 20;

  private JavaCheck() {}

  static Finding java() {
    return Finding.ok(
        "Java",
        "%s (%s) in %s"
            .formatted(
                System.getProperty("java.vm.version"),
                System.getProperty("java.vendor"),
                System.getProperty("java.home")));
  }

  static Finding heap() {
    long maxHeap = Runtime.getRuntime().maxMemory();
    String collectors =
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(bean -> bean.getName())
            .collect(Collectors.joining(", "));
    String text = "up to %s, collected by %s".formatted(MachineCheck.bytes(maxHeap), collectors);
    return maxHeap < MINIMUM_HEAP
        ? Finding.note("Java heap", text, "set JZFOF_HEAP, such as JZFOF_HEAP=4g")
        : Finding.ok("Java heap", text);
  }
}
