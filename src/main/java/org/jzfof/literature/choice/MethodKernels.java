package org.jzfof.literature.choice;

import java.util.Optional;
import org.jzfof.literature.CellKernels;
import org.jzfof.literature.KdTreeKernels;
import org.jzfof.literature.btree.BTreeKernels;

/**
 * What a backend offers to the methods of the literature.
 *
 * @param kdTree the k-d tree
 * @param cells those with cells, where they belong on the device
 * @param bTree the b-tree, where it belongs on the device
 */
public record MethodKernels(
    KdTreeKernels kdTree, Optional<CellKernels> cells, Optional<BTreeKernels> bTree) {}
