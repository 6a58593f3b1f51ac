package org.jzfof.literature;

import org.jzfof.device.DeviceArray;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.SearchWork;

/**
 * Queries of a search.
 *
 * @param centres positions of the queries, which may have another precision than the points and any
 *     distance from them
 * @param order I32 [m] rows of the queries in the order in which they are answered
 * @param from first query to answer, as an index in this order
 * @param to one past the last query to answer
 * @param searchRadius F64 [m] largest distance of neighbours by row, or null without limit
 * @param byCurve whether results are stored by index in this order, counted from {@code from},
 *     instead of by row
 * @param work receives the work of the queries, or null if it is not counted
 */
public record MethodQueries(
    Coordinates centres,
    DeviceArray order,
    long from,
    long to,
    DeviceArray searchRadius,
    boolean byCurve,
    SearchWork work) {}
