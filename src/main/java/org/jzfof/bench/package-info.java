/** Particle sets for benchmarks and the timing of the pipeline on them. */
package org.jzfof.bench;
