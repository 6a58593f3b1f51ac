/** CUDA's driver for the kernels: device, memory, launches, streams and CUB's primitives. */
package org.jzfof.device.cuda;
