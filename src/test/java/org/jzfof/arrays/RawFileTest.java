package org.jzfof.arrays;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.threads.Parallel;

/** Numbers in files with and without room for them. */
class RawFileTest {
  private static final int COUNT = 2_500_001; // several parts
  private static final int BEFORE = 3;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"0, I64", "7, I64", "8, I64", "9, I64", "8, I32", "4, I32"})
  void numbersOfAColumnAreInTheFile(int bytesPerNumber, ElementType as) throws IOException {
    Path path = folder.resolve("numbers");
    long room = (long) bytesPerNumber * (BEFORE + COUNT);
    try (RandomAccessFile made = new RandomAccessFile(path.toFile(), "rw")) {
      made.setLength(room);
    }
    CpuMemory memory = new CpuMemory(bytes -> {});
    int[] numbers = IntStream.range(0, COUNT).map(i -> i % 1000 == 0 ? -1 : 7 * i).toArray();
    try (DeviceArray array = memory.upload(numbers);
        HostColumn column = new HostMemory().fetch(memory, array, 0, COUNT);
        RawFile file = RawFile.open(path)) {
      Parallel.with(3, () -> file.write(BEFORE, column, as));
    }
    ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.nativeOrder());
    assertEquals(Math.max(room, (long) as.bytes() * (BEFORE + COUNT)), content.limit());
    content.position(as.bytes() * BEFORE);
    int[] found =
        IntStream.range(0, COUNT)
            .map(i -> as == ElementType.I64 ? (int) content.getLong() : content.getInt())
            .toArray();
    assertArrayEquals(numbers, found);
    assertEquals(0, Arrays.stream(mapped(path)).count());
  }

  /** Returns the lines of this process's mappings that name a file. */
  private static String[] mapped(Path path) throws IOException {
    try (var lines = Files.lines(Path.of("/proc/self/maps"))) {
      return lines.filter(line -> line.contains(path.toString())).toArray(String[]::new);
    }
  }
}
