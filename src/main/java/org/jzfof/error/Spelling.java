package org.jzfof.error;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Suggests the known word that is closest to an unknown one. */
public final class Spelling {
  /** Number of letters of a word for each allowed error. */
  private static final int LETTERS_PER_FAULT = 3;

  private Spelling() {}

  /** Returns the most similar of several names, of which there must be at least one. */
  public static String nearest(String word, Collection<String> names) {
    return names.stream().min(Comparator.comparingInt(name -> distance(word, name))).orElseThrow();
  }

  /** Returns the most similar name; empty if no name is similar enough. */
  public static Optional<String> suggestion(String word, Collection<String> names) {
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(nearest(word, names))
            .filter(name -> distance(word, name) * LETTERS_PER_FAULT <= word.length());
  }

  private static int distance(String a, String b) {
    return levenshtein(plain(a), plain(b));
  }

  private static String plain(String word) {
    return word.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns Levenshtein's distance: the number of letters to insert, remove or replace. */
  private static int levenshtein(String a, String b) {
    int[] row = new int[b.length() + 1];
    Arrays.setAll(row, j -> j);
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
