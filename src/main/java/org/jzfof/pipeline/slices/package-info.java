/** The search of a light cone in slices of distance, and the files between them. */
package org.jzfof.pipeline.slices;
