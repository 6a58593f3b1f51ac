package org.jzfof.catalogue.layout;

/**
 * Keys by which the rows of a layout are sorted.
 *
 * @param key key of each group of this rank, from 0 to {@code count} - 1
 * @param count number of possible keys, of which each rank holds a table
 */
public record RowKeys(int[] key, int count) {}
