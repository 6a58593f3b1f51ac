/** The step lists of the two problems, with their timings. */
package org.jzfof.pipeline;
