/** Searches for neighbours on a CPU. */
package org.jzfof.neighbours.cpu;
