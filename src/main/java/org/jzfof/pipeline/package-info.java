/** The steps of a halo run and of a batch, and their timings. */
package org.jzfof.pipeline;
