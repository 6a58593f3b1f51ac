package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.library.Hdf5Info;

/** HDF5 files as a user finds them, datasets of several pieces put together. */
public final class CatalogueFile {
  private final List<Path> files;

  private CatalogueFile(List<Path> files) {
    this.files = files;
  }

  /** The pieces of one catalogue or snapshot, in order. */
  public static CatalogueFile of(Path... files) {
    return new CatalogueFile(List.of(files));
  }

  /** The catalogue that jzfof wrote for a snapshot of this number. */
  public static CatalogueFile in(Path outputDir, String number) {
    return of(GadgetTables.file(outputDir, number));
  }

  /** First value of an attribute in the first piece. */
  public double attribute(String object, String name) {
    try (Hdf5File f = Hdf5File.open(files.get(0))) {
      return f.doubles(object, name)[0];
    }
  }

  /** Number of groups, as /Group/GroupLen has them. */
  public int groups() {
    return longs("/Group/GroupLen").length;
  }

  /** Names of the datasets of a group in the first piece. */
  public List<String> names(String group) {
    try (Hdf5File f = Hdf5File.open(files.get(0))) {
      return f.children(group);
    }
  }

  /** Whether a path is a dataset. */
  public boolean isDataset(String path) {
    try (Hdf5File f = Hdf5File.open(files.get(0))) {
      return f.isDataset(path);
    }
  }

  /** Whether a dataset holds integers. */
  public boolean isInteger(String dataset) {
    try (Hdf5File f = Hdf5File.open(files.get(0));
        Hdf5Dataset d = f.dataset(dataset)) {
      return d.info().kind() == Hdf5Info.Kind.INTEGER;
    }
  }

  /** All values of an integer dataset; none where it is missing. */
  public long[] longs(String dataset) {
    return values(dataset, long[].class).stream().flatMapToLong(LongStream::of).toArray();
  }

  /** All values of a float dataset; none where it is missing. */
  public double[] doubles(String dataset) {
    return values(dataset, double[].class).stream().flatMapToDouble(DoubleStream::of).toArray();
  }

  /** Centres of mass: GroupCM or, where that is missing, GroupPos [3·groups]. */
  public double[] centresOfMass() {
    return doubles("/Group/" + (names("/Group").contains("GroupCM") ? "GroupCM" : "GroupPos"));
  }

  /** Member IDs of each group, in the order of the file. */
  public List<long[]> members() {
    long[] ids = longs("/IDs/ID");
    List<long[]> members = new ArrayList<>();
    int from = 0;
    for (long length : longs("/Group/GroupLen")) {
      members.add(Arrays.copyOfRange(ids, from, from + (int) length));
      from += (int) length;
    }
    return members;
  }

  private <T> List<T> values(String dataset, Class<T> array) {
    List<T> all = new ArrayList<>();
    for (Path file : files) {
      try (Hdf5File f = Hdf5File.open(file)) {
        if (f.exists(dataset)) {
          try (Hdf5Dataset d = f.dataset(dataset)) {
            all.add(array.cast(read(d, array == long[].class)));
          }
        }
      }
    }
    return all;
  }

  private static Object read(Hdf5Dataset d, boolean integers) {
    int rows = (int) d.info().rows();
    int n = rows * (int) d.info().columns();
    if (integers) {
      long[] values = new long[n];
      d.read(0, rows, values);
      return values;
    }
    double[] values = new double[n];
    d.read(0, rows, values);
    return values;
  }
}
