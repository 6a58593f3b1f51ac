package org.jzfof.literature.cpu;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.literature.DistinctPoints;
import org.jzfof.literature.MethodQueries;
import org.jzfof.literature.btree.BTree;
import org.jzfof.literature.btree.BTreeKernels;
import org.jzfof.literature.btree.BTreeShape;
import org.jzfof.neighbours.NeighbourLists;

/** The b-tree on the CPU. */
public final class CpuBTreeKernels implements BTreeKernels {
  private final CpuMemory memory;

  public CpuBTreeKernels(CpuMemory memory) {
    this.memory = memory;
  }

  @Override
  public Cells build(DistinctPoints positions, BTreeShape shape) {
    return new BTreeBuilder(positions, shape, memory).build();
  }

  @Override
  public void count(BTree tree, MethodQueries queries, DeviceArray counts) {
    BatchTraversal.count(() -> new BTreeWalk(tree), queries, counts);
  }

  @Override
  public void list(BTree tree, MethodQueries queries, NeighbourLists lists) {
    BatchTraversal.list(() -> new BTreeWalk(tree), queries, lists);
  }
}
