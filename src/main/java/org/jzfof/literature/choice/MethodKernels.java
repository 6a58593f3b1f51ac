package org.jzfof.literature.choice;

import java.util.Optional;
import org.jzfof.literature.CellKernels;
import org.jzfof.literature.KdTreeKernels;
import org.jzfof.literature.btree.BTreeKernels;

/**
 * Kernels of a backend for the methods of the literature.
 *
 * @param cells kernels of methods with cells; empty if the device does not support them
 * @param bTree kernels of the b-tree; empty if the device does not support it
 */
public record MethodKernels(
    KdTreeKernels kdTree, Optional<CellKernels> cells, Optional<BTreeKernels> bTree) {}
