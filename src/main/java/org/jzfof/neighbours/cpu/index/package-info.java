/**
 * The index that neighbours are searched in on a CPU: sorted points, groups of queries, points at
 * one place.
 */
package org.jzfof.neighbours.cpu.index;
