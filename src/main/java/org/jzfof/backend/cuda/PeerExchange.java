package org.jzfof.backend.cuda;

import static org.jzfof.backend.cuda.CudaCheck.check;

import java.util.Arrays;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.JCudaDriver;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.exchange.StagedExchange;

/**
 * From GPU to GPU of one host: every rank puts what it sends into its window, one slot for each
 * receiver, and the receivers read it from there. Ranks of other hosts are served through the host.
 *
 * <p>Two halves of the window take turns. In round j a rank fills half j mod 2, waits for its GPU
 * and then for all ranks, and starts to read the windows of the others. That half is filled again
 * in round j+2, after all ranks have waited for each other in round j+1; each had waited for its
 * GPU before, so its reads of round j were over. The count of rounds goes on from call to call.
 */
final class PeerExchange implements ArrayExchange {
  /** Bytes of one half, for all receivers together. */
  static final long HALF = 256L << 20;

  private static final long ALIGNMENT = 4096;

  private final CudaDevice device;
  private final Communicator comm;
  private final int[] near;
  private final long slot;
  private final Windows windows;
  private final StagedExchange far;
  private int half;

  /**
   * @param near ranks of this host, increasing, this one included
   * @param windows of two halves
   * @param far for the other ranks; describes the whole
   */
  PeerExchange(
      CudaDevice device, Communicator comm, int[] near, Windows windows, StagedExchange far) {
    this.device = device;
    this.comm = comm;
    this.near = near;
    this.slot = HALF / near.length / ALIGNMENT * ALIGNMENT;
    this.windows = windows;
    this.far = far;
  }

  @Override
  public Communicator comm() {
    return comm;
  }

  @Override
  public String description() {
    return far.description();
  }

  @Override
  public void exchange(DeviceArray from, long[] sendStart, DeviceArray to, long[] receiveStart) {
    device.makeCurrent();
    int me = comm.rank();
    copy(
        CudaArray.at(to, receiveStart[me]),
        CudaArray.at(from, sendStart[me]),
        sendStart[me + 1] - sendStart[me]);
    long longest = longest(sendStart);
    for (long done = 0; done < longest; done += slot) {
      pack(from, sendStart, done);
      device.synchronize();
      comm.sum(new long[1]);
      pull(to, receiveStart, done);
      half = 1 - half;
    }
    if (near.length < comm.size()) {
      far.exchangeWithout(near, from, sendStart, to, receiveStart);
    }
  }

  /** Most bytes that any rank sends to another one of its host. */
  private long longest(long[] sendStart) {
    double[] longest = {0};
    for (int r : near) {
      if (r != comm.rank()) {
        longest[0] = Math.max(longest[0], sendStart[r + 1] - sendStart[r]);
      }
    }
    comm.max(longest);
    return (long) longest[0];
  }

  private void pack(DeviceArray from, long[] sendStart, long done) {
    for (int place = 0; place < near.length; place++) {
      int r = near[place];
      long bytes = piece(sendStart, r, done);
      if (r != comm.rank() && bytes > 0) {
        comm.noteSent(bytes, 1);
        copy(
            windows.own().at(half * HALF + place * slot),
            CudaArray.at(from, sendStart[r] + done),
            bytes);
      }
    }
  }

  /** Each rank begins with another one. */
  private void pull(DeviceArray to, long[] receiveStart, long done) {
    int mine = Arrays.binarySearch(near, comm.rank());
    for (int step = 1; step < near.length; step++) {
      int r = near[(mine + step) % near.length];
      copy(
          CudaArray.at(to, receiveStart[r] + done),
          new CudaArray.Address(windows.address(r) + half * HALF + mine * slot),
          piece(receiveStart, r, done));
    }
  }

  private long piece(long[] start, int rank, long done) {
    return Math.min(slot, start[rank + 1] - start[rank] - done);
  }

  private void copy(CUdeviceptr to, CUdeviceptr from, long bytes) {
    if (bytes > 0) {
      check(JCudaDriver.cuMemcpyAsync(to, from, bytes, device.stream()), "cuMemcpyAsync");
    }
  }

  @Override
  public void close() {
    windows.close();
  }
}
