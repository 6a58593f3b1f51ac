package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.cli.Jzfof;
import org.jzfof.cli.PythonScript;
import org.jzfof.config.CatalogueFormat;
import org.jzfof.config.OutputOptions;
import org.jzfof.domain.MockCoordinates;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/**
 * The programs that people read catalogues with open ours unchanged: yt, h5py, illustris_python.
 */
class CatalogueReadersTest {
  @TempDir Path folder;

  @Test
  void readersOpenEveryKindOfCatalogue() {
    PythonScript script = PythonScript.needing("check_catalogue.py", "h5py, yt", folder);
    List<String> command = new ArrayList<>();
    command.add(write("001", Catalogues.info(25), Catalogues.random(50, true, 1)));
    command.add(write("002", Catalogues.info(25), Catalogues.random(1, true, 2)));
    command.add(write("003", Catalogues.info(25), Catalogues.random(50, false, 3)));
    command.add(write("004", Catalogues.info(25), Catalogues.random(0, true, 4)));
    command.add(write("005", Catalogues.info(25, 30, 40), Catalogues.random(6, true, 5)));
    command.add(write("006", Catalogues.unstated(25), Catalogues.random(6, true, 6)));
    GroupCatalogue groups = Catalogues.random(50, true, 7);
    command.add(write("010", Catalogues.info(25), groups, 2));
    command.add(write("011", Catalogues.info(25), groups, 5));
    command.add(write("013", Catalogues.info(25), groups, 53));
    command.add(write("014", Catalogues.info(25), Catalogues.random(7, false, 8), 3));
    command.add(write("015", Catalogues.info(25), Catalogues.random(3, false, 9), 5));
    command.add(write("016", Catalogues.info(25), Catalogues.random(0, true, 10), 4));
    command.add(foundIn("007", "examples/lcdm32/snapshot_001.hdf5"));
    command.add(foundIn("008", "examples/lcdm32/snapshot_001.hdf5", "--min-length", 100_000));
    command.add(foundIn("009", "examples/lcdm32/snapshot_001.hdf5", "--no-ids"));
    command.add(foundIn("017", "examples/lcdm32/snapshot_001.hdf5", "--files", 4));
    command.add(foundIn("018", "examples/lcdm32/snapshot_001.hdf5", "--so", "200c,vir"));
    command.add(
        foundIn("019", "examples/lcdm32/snapshot_001.hdf5", "--so", "200c,vir", "--files", 4));
    for (Path snapshot : tng()) {
      for (String options : List.of("--files 3", "--so none", "--min-length 100000")) {
        String name = command.size() + "-tng";
        Object[] words = ("--format tng " + options).split(" ");
        command.add(found(name, snapshot.toString(), words) + "@tng");
      }
    }
    for (Path snapshot : earlier()) {
      for (int minLength : new int[] {20, 100_000}) {
        int files = minLength == 20 ? 3 : 1;
        String name = snapshot.getFileName() + "-" + files + "-" + minLength;
        Object[] options = {"--files", files, "--min-length", minLength};
        command.add(found(name, snapshot.toString(), options));
      }
    }
    script.accepts(command.size(), command);
  }

  /** Snapshots with six, seven and two types of particles. */
  private List<Path> tng() {
    List<Path> snapshots = new ArrayList<>(earlier());
    snapshots.add(
        SnapshotFixtures.gadget4(
                5, Particles.at(MockCoordinates.wide(MockCoordinates.clustered(4096, 5, 3))))
            .types(2)
            .write(folder.resolve("t_001.hdf5")));
    return snapshots;
  }

  /** Snapshots before z = 0, of Gadget-4 and of SWIFT. */
  private List<Path> earlier() {
    Particles particles = Particles.at(MockCoordinates.wide(MockCoordinates.clustered(4096, 5, 3)));
    particles = particles.withMasses(masses(4096));
    return List.of(
        SnapshotFixtures.gadget4(5, particles).write(folder.resolve("g_001.hdf5")),
        swiftOutput(particles).write(folder.resolve("s_001.hdf5")));
  }

  @Test
  void readersOpenTheOtherFormats() {
    PythonScript script = PythonScript.needing("check_formats.py", "h5py, yt", folder);
    List<String> command = new ArrayList<>();
    for (CatalogueFormat format : List.of(CatalogueFormat.YT, CatalogueFormat.SWIFT)) {
      int number = 20;
      for (int groups : new int[] {50, 1, 0}) {
        GroupCatalogue random = Catalogues.random(groups, true, groups);
        add(command, format, random, String.valueOf(number++));
      }
      String name = format.name().toLowerCase(Locale.ROOT);
      Object[] all = {"--properties", "all"};
      String reference = found("g" + name, "examples/lcdm32/snapshot_001.hdf5", all);
      Path out = folder.resolve("o" + name);
      List<?> words =
          List.of("run", "examples/lcdm32/snapshot_001.hdf5", "-o", out, "--format", name);
      Jzfof.run(words, all).succeeded();
      OutputOptions options = OutputOptions.catalogue(format, 1);
      Path file = CatalogueWriter.of(options, out, "001").files().get(0);
      command.addAll(List.of(name, file.toString(), reference));
      for (Path snapshot : earlier()) {
        String at = name + snapshot.getFileName();
        String gadget = found("g" + at, snapshot.toString(), all);
        Path other = folder.resolve("o" + at);
        Jzfof.run(List.of("run", snapshot, "-o", other, "--format", name), all).succeeded();
        Path one = CatalogueWriter.of(options, other, "001").files().get(0);
        command.addAll(List.of(name, one.toString(), gadget));
      }
    }
    script.accepts(12, command);
  }

  /** With groups and without, at z = 0, 1 and 3, from a snapshot of Gadget-4 and of SWIFT. */
  @Test
  void swiftsimioReadsCataloguesAndSoapMembership() {
    PythonScript script = PythonScript.needing("check_swiftsimio.py", "h5py", folder);
    PythonScript membership = PythonScript.needing("check_membership.py", "h5py", folder);
    List<String> catalogues = new ArrayList<>();
    List<String> members = new ArrayList<>();
    List<Path> snapshots = new ArrayList<>(earlier());
    snapshots.add(Path.of("examples/lcdm32/snapshot_001.hdf5"));
    for (Path snapshot : snapshots) {
      for (int minLength : new int[] {20, 100_000}) {
        Path out = folder.resolve(snapshot.getFileName() + "-" + minLength);
        Object[] options = {"--min-length", minLength, "--ranks", 2};
        List<?> words = List.of("run", snapshot, "-o", out, "--format", "swift", "--membership");
        List<?> more = List.of("--properties", "all");
        Jzfof.run(Stream.concat(words.stream(), more.stream()).toList(), options).succeeded();
        Path reference = out.resolve("reference");
        Jzfof.run(List.of("run", snapshot, "-o", reference), options).succeeded();
        String number = "001";
        Path file = out.resolve("groups_" + number + "/fof_output_0001.hdf5");
        catalogues.addAll(List.of(snapshot.toString(), file.toString()));
        catalogues.add(GadgetTables.file(reference, number).toString());
        Path numbers = file.resolveSibling("membership_" + number + ".hdf5");
        members.addAll(List.of(numbers.toString(), snapshot.toString(), file.toString()));
      }
    }
    script.accepts(6, catalogues);
    membership.accepts(6, members);
  }

  /** At z = 0, 1 and 3, of Gadget-4 and of SWIFT, and of groups that are too short for any. */
  @Test
  void readersOpenSubhaloesOfTheOtherFormats() {
    PythonScript script = PythonScript.needing("check_subhaloes.py", "h5py, yt", folder);
    List<String> command = new ArrayList<>();
    List<Path> snapshots = new ArrayList<>(earlier());
    snapshots.add(Path.of("examples/lcdm32/snapshot_001.hdf5"));
    for (Path snapshot : snapshots) {
      boolean last = snapshot.equals(snapshots.get(snapshots.size() - 1));
      for (int minLength : last ? new int[] {20, 100_000} : new int[] {20}) {
        Path out = folder.resolve(snapshot.getFileName() + "-" + minLength);
        Object[] options = {"--min-length", minLength, "--softening", 0.02, "--so", "200c,vir"};
        List<?> run = List.of("run", snapshot, "--subhaloes", "--ranks", 2);
        for (CatalogueFormat format :
            List.of(CatalogueFormat.GADGET, CatalogueFormat.YT, CatalogueFormat.SWIFT)) {
          List<Object> words = new ArrayList<>(run);
          words.addAll(List.of("--format", format.name().toLowerCase(Locale.ROOT)));
          words.addAll(List.of("-o", out.resolve(format.name())));
          Jzfof.run(words, options).succeeded();
        }
        String reference =
            GadgetTables.file(out.resolve(CatalogueFormat.GADGET.name()), "001").toString();
        for (CatalogueFormat format : List.of(CatalogueFormat.YT, CatalogueFormat.SWIFT)) {
          Path place = out.resolve(format.name());
          Path file =
              CatalogueWriter.ofSubhaloes(format, place, "001").orElseThrow().files().get(0);
          command.addAll(
              List.of(format.name().toLowerCase(Locale.ROOT), file.toString(), reference));
        }
      }
    }
    script.accepts(8, command);
  }

  private static float[] masses(int count) {
    float[] masses = new float[count];
    for (int i = 0; i < count; i++) {
      masses[i] = 1 + i % 3;
    }
    return masses;
  }

  /** What SWIFT writes beside what the reader of snapshots needs. */
  private static SnapshotFixtures swiftOutput(Particles particles) {
    return SnapshotFixtures.swift(5, particles)
        .and(
            w -> {
              w.attribute("/Header", "RunName", "a run");
              w.attribute("/Header", "System", "a node");
              w.attribute("/Header", "SnapshotDate", "12:00:00 2026-01-02 UTC");
              w.attribute("/Header", "Shift", Hdf5Type.FLOAT64, new double[3]);
              w.attribute("/Header", "InitialMassTable", Hdf5Type.FLOAT64, new double[] {0, 2});
              w.dataset("/Header/PartTypeNames", Hdf5Type.INT32, 7);
              for (String zero : List.of("Omega_r", "w_a", "N_eff", "N_ur")) {
                w.attribute("/Cosmology", zero, Hdf5Type.FLOAT64, new double[1]);
              }
              w.attribute("/Cosmology", "w_0", Hdf5Type.FLOAT64, new double[] {-1});
              double rate = 0.681 * 3.2407789e-18 * 3e19;
              w.attribute(
                  "/Cosmology", "H0 [internal units]", Hdf5Type.FLOAT64, new double[] {rate});
            });
  }

  /** One catalogue in a format, and in Gadget's for comparison. */
  private void add(
      List<String> command, CatalogueFormat format, GroupCatalogue groups, String number) {
    CatalogueInfo info = Catalogues.info(25);
    CatalogueWriter writer = CatalogueWriter.of(OutputOptions.catalogue(format, 1), folder, number);
    Catalogues.write(writer, info, groups);
    command.add(format.name().toLowerCase(Locale.ROOT));
    command.add(writer.files().get(0).toString());
    command.add(write(number, info, groups));
  }

  private String write(String number, CatalogueInfo info, GroupCatalogue groups) {
    return write(number, info, groups, 1);
  }

  private String write(String number, CatalogueInfo info, GroupCatalogue groups, int files) {
    return GadgetTables.write(folder, number, info, groups, files).toString();
  }

  /** The catalogue that the whole program makes of a snapshot. */
  private String found(String name, String snapshot, Object... options) {
    Jzfof.run(List.of("run", snapshot, "-o", folder.resolve(name)), options).succeeded();
    return GadgetTables.file(folder.resolve(name), "001").toString();
  }

  /** As {@link #found}, to be held against what its snapshot says of the simulation. */
  private String foundIn(String name, String snapshot, Object... options) {
    return found(name, snapshot, options) + "=" + snapshot;
  }
}
