/** Counts of pairs on a CPU. */
package org.jzfof.pairs.cpu;
