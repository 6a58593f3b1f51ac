/** CUDA's driver as the kernels use it: device, memory, launches, CUB's primitives. */
package org.jzfof.backend.cuda.driver;
