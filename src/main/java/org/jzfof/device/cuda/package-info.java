/** CUDA's driver as the kernels use it: device, memory, launches, streams, CUB's primitives. */
package org.jzfof.device.cuda;
