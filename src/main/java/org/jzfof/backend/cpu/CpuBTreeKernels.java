package org.jzfof.backend.cpu;

import org.jzfof.device.DeviceArray;
import org.jzfof.knn.NeighbourLists;
import org.jzfof.methods.MethodQueries;
import org.jzfof.methods.Places;
import org.jzfof.methods.btree.BTree;
import org.jzfof.methods.btree.BTreeKernels;
import org.jzfof.methods.btree.BTreeShape;

/** The b-tree on the CPU. */
final class CpuBTreeKernels implements BTreeKernels {
  private final CpuMemory memory;

  CpuBTreeKernels(CpuMemory memory) {
    this.memory = memory;
  }

  @Override
  public Cells build(Places places, BTreeShape shape) {
    return new BTreeBuilder(places, shape, memory).build();
  }

  @Override
  public void count(BTree tree, MethodQueries queries, DeviceArray counts) {
    PlaceSearch.count(() -> new BTreeWalk(tree), queries, counts);
  }

  @Override
  public void list(BTree tree, MethodQueries queries, NeighbourLists lists) {
    PlaceSearch.list(() -> new BTreeWalk(tree), queries, lists);
  }
}
