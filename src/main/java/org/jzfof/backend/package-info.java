/**
 * The interface of a compute device, the CPU and the CUDA backend that implement it, and the choice
 * between them.
 */
package org.jzfof.backend;
