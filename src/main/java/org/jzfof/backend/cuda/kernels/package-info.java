/** The operations of the stages as CUDA kernels. */
package org.jzfof.backend.cuda.kernels;
