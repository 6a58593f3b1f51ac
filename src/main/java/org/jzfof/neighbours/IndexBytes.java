package org.jzfof.neighbours;

/**
 * Device bytes of a search for nearest neighbours besides coordinates and answers.
 *
 * @param building per point, while the index is made
 * @param held per point, as long as it is there
 * @param asking per query at places other than the points
 * @param searching for all queries of a block together
 */
public record IndexBytes(long building, long held, long asking, long searching) {}
