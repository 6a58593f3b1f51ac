/** Sets of particles for benchmarks: those that are made, and those of files. */
package org.jzfof.bench.sets;
