package org.jzfof.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Cards of FITS, taken apart by the rules of the standard. */
class FitsHeaderTest {
  private static final Pattern TEXT =
      Pattern.compile("(?:NAME    = |CONTINUE  )'((?:[^']|'')*)'(?: /.*)? *");

  private static List<String> cards(byte[] header) {
    assertEquals(0, header.length % 2880);
    String all = new String(header, StandardCharsets.US_ASCII);
    List<String> cards = new ArrayList<>();
    for (int at = 0; !all.startsWith("END ", at); at += 80) {
      cards.add(all.substring(at, at + 80));
    }
    return cards;
  }

  @Test
  void longTextsContinueOnFurtherCards() {
    Random random = new Random(1);
    for (int length = 0; length < 300; length++) {
      StringBuilder text = new StringBuilder();
      random.ints(length, 0, 4).forEach(i -> text.append("a' &".charAt(i)));
      text.append("end");
      StringBuilder read = new StringBuilder();
      List<String> cards = cards(new FitsHeader().text("NAME", text.toString(), "comment").bytes());
      for (int c = 0; c < cards.size(); c++) {
        Matcher card = TEXT.matcher(cards.get(c));
        assertTrue(card.matches(), cards.get(c));
        String part = card.group(1).replace("''", "'");
        boolean last = c == cards.size() - 1;
        assertTrue(last || part.endsWith("&"), part);
        read.append(last ? part : part.substring(0, part.length() - 1));
      }
      assertEquals(text.toString(), read.toString().stripTrailing());
    }
  }

  @Test
  void numbersEndInTheirColumn() {
    List<String> cards =
        cards(
            new FitsHeader()
                .flag("SIMPLE", true)
                .integer("NAXIS2", "9223372036854775808", "rows")
                .number("REDSHIFT", -1.5e-300, "[Mpc] z")
                .history("é" + "x".repeat(100))
                .bytes());
    assertEquals("SIMPLE  =                    T", cards.get(0).stripTrailing());
    assertEquals("NAXIS2  =  9223372036854775808 / rows", cards.get(1).stripTrailing());
    assertEquals("REDSHIFT=            -1.5E-300 / [Mpc] z", cards.get(2).stripTrailing());
    assertEquals("HISTORY ?" + "x".repeat(71), cards.get(3));
    assertEquals("HISTORY " + "x".repeat(29), cards.get(4).stripTrailing());
    assertEquals(5, cards.size());
  }
}
