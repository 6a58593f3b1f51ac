/** The figures of publications on neighbour search, measured again. */
package org.jzfof.bench.papers;
