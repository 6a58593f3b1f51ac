/** Mock particle sets and the timing of the pipeline on them. */
package org.jzfof.bench;
