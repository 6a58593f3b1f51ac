/**
 * What a compute device offers to the pipeline, the CPU and the CUDA backend that offer it, and the
 * choice between them.
 */
package org.jzfof.backend;
