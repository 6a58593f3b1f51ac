package org.jzfof.catalogue;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.Hdf5Outline;

/** All that is stored in a catalogue, byte by byte. */
public final class CatalogueContent {
  private CatalogueContent() {}

  /**
   * Datasets and the attributes of all objects, but for the ones that tell how the file was made.
   */
  public static Map<String, byte[]> of(Path catalogue) {
    Map<String, byte[]> content = new LinkedHashMap<>();
    try (Hdf5File f = Hdf5File.open(catalogue)) {
      f.children("/").stream()
          .filter(name -> !name.equals("Parameters"))
          .forEach(name -> add(content, f, "/" + name));
    }
    return content;
  }

  private static void add(Map<String, byte[]> content, Hdf5File f, String object) {
    ByteArrayOutputStream attributes = new ByteArrayOutputStream();
    Hdf5Outline.attributes(f, object, attributes::writeBytes);
    content.put(object + " attributes", attributes.toByteArray());
    if (!f.isDataset(object)) {
      f.children(object).forEach(name -> add(content, f, object + "/" + name));
      return;
    }
    try (Hdf5Dataset data = f.dataset(object)) {
      int rows = (int) data.info().rows();
      byte[] bytes = new byte[(int) (rows * data.info().columns() * data.info().bytes())];
      data.read(0, rows, bytes);
      content.put(object + " " + data.info().describe(), bytes);
    }
  }
}
