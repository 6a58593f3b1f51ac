/** Searches for neighbours on a CPU, in points in Morton order with a tree over them. */
package org.jzfof.neighbours.cpu;
