/**
 * The index of a search for neighbours on a CPU: sorted points, groups of queries, and sets of
 * coincident points.
 */
package org.jzfof.neighbours.cpu.index;
