package org.jzfof.trees;

import java.nio.file.Path;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.trees.files.TreeFileWriter;
import org.jzfof.trees.links.LinkOrigin;
import org.jzfof.trees.links.SnapshotLinks;

/**
 * The files of links between two snapshots, as Gadget-4 writes them: subhalo_desc_NNN beside the
 * earlier and subhalo_prog_NNN beside the later catalogue. All numbers are rows of catalogues, -1
 * stands for no link.
 */
public final class LinkFile {
  /**
   * Attribute with the number of the snapshot on the other side of the links; in Gadget-4 this is
   * always the adjacent snapshot.
   */
  static final String OTHER = "LinkedSnapshot";

  /** Product name of the file beside the earlier catalogue. */
  public static final String DESCENDANTS = "descendants";

  /** Product name of the file beside the later catalogue. */
  public static final String PROGENITORS = "progenitors";

  private static final String GROUP = "/Subhalo";
  static final String DESCENDANT = GROUP + "/DescSubhaloNr";
  static final String PROGENITOR = GROUP + "/ProgSubhaloNr";
  private static final String COUNT = "Nsubhalos";

  private LinkFile() {}

  /** Path of the file beside the earlier catalogue. */
  public static Path descendants(Path folder, String number) {
    return folder.resolve("subhalo_desc_" + number + ".hdf5");
  }

  /** Path of the file beside the later catalogue. */
  public static Path progenitors(Path folder, String number) {
    return folder.resolve("subhalo_prog_" + number + ".hdf5");
  }

  /** Writes the file of the earlier catalogue; no file of this name may exist. */
  public static void writeDescendants(
      Path file, LinkOrigin origin, SnapshotLinks links, int later) {
    TreeFileWriter.write(
        file,
        origin,
        DESCENDANTS,
        w -> {
          begin(w, links.descendants().length, later);
          w.write(DESCENDANT, Hdf5Type.INT64, links.descendants());
          w.write(GROUP + "/FirstDescSubhaloNr", Hdf5Type.INT64, links.firstDescendants());
          w.write(GROUP + "/NextProgSubhaloNr", Hdf5Type.INT64, links.nextProgenitors());
        });
  }

  /** Writes the file of the later catalogue; no file of this name may exist. */
  public static void writeProgenitors(
      Path file, LinkOrigin origin, SnapshotLinks links, int earlier) {
    TreeFileWriter.write(
        file,
        origin,
        PROGENITORS,
        w -> {
          begin(w, links.progenitors().length, earlier);
          w.write(PROGENITOR, Hdf5Type.INT64, links.progenitors());
          w.write(GROUP + "/FirstProgSubhaloNr", Hdf5Type.INT64, links.firstProgenitors());
          w.write(GROUP + "/NextDescSubhaloNr", Hdf5Type.INT64, links.nextDescendants());
        });
  }

  private static void begin(TreeFileWriter w, int count, int other) {
    w.count(COUNT, count);
    w.out().attribute(TreeFileWriter.HEADER, OTHER, Hdf5Type.INT32, other);
    w.out().group(GROUP);
    w.write(GROUP + "/SubhaloNr", Hdf5Type.INT64, TreeFileWriter.numbers(count));
  }
}
