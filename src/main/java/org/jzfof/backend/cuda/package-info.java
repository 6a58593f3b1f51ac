/** The CUDA backend: kernels of the folder {@code cuda/} on one NVIDIA GPU. */
package org.jzfof.backend.cuda;
