package org.jzfof.plot;

import java.awt.Font;
import java.awt.font.FontRenderContext;
import org.jzfof.error.OutputException;

/** The fonts of the system, which Java finds through fontconfig. */
public final class Fonts {
  private Fonts() {}

  /**
   * Checks that text can be drawn and returns the name of the font.
   *
   * @throws OutputException if there is no font, or if Java's libraries for fonts are missing
   */
  public static String require() {
    System.setProperty("java.awt.headless", "true");
    try {
      Font font = new Font(Font.SANS_SERIF, Font.PLAIN, 10);
      font.getStringBounds("M", new FontRenderContext(null, true, true));
      return font.getFontName();
    } catch (LinkageError | InternalError | RuntimeException e) { // depends on the missing library
      throw new OutputException(
          "no text can be drawn (%s): install fontconfig and a font (Debian: fontconfig fonts-dejavu-core)"
              .formatted(e),
          e);
    }
  }
}
