package org.jzfof.device.cuda;

import jcuda.driver.CUdeviceptr;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;

/** A device array in the memory of a GPU. */
public final class CudaArray implements DeviceArray {
  private final ElementType type;
  private final long length;
  private final CudaMemory owner;
  private final CudaArray whole;
  private Address pointer;

  /** A device pointer that can be made from an address and tells it. */
  public static final class Address extends CUdeviceptr {
    public Address() {}

    public Address(CUdeviceptr start, long bytes) {
      super(start, bytes);
    }

    public Address(long address) {
      super(new CUdeviceptr(), address);
    }

    public long value() {
      return getNativePointer() + getByteOffset();
    }
  }

  public CudaArray(ElementType type, long length, Address pointer, CudaMemory owner) {
    this.type = type;
    this.length = length;
    this.pointer = pointer;
    this.owner = owner;
    this.whole = null;
  }

  /** An array of I32 in the second half of one of as many I64, which belongs to it from now on. */
  public CudaArray(CudaArray whole) {
    this.type = ElementType.I32;
    this.length = whole.length;
    this.pointer = new Address(address(whole) + length * type.bytes());
    this.owner = whole.owner;
    this.whole = whole;
  }

  /** The array that this one lies in and which no longer belongs to it; null if there is none. */
  public CudaArray giveUpWhole() {
    if (whole != null) {
      pointer = null;
    }
    return whole;
  }

  /** Address of the first element on the GPU. */
  public static long address(DeviceArray array) {
    return ((CudaArray) array).pointer().value();
  }

  /** Pointer to a byte of an array. */
  public static CUdeviceptr at(DeviceArray array, long bytes) {
    return new Address(((CudaArray) array).pointer(), bytes);
  }

  private Address pointer() {
    if (pointer == null) {
      throw new IllegalStateException("the array has been closed");
    }
    return pointer;
  }

  @Override
  public ElementType type() {
    return type;
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public void close() {
    if (pointer != null && whole != null) {
      whole.close();
    } else if (pointer != null) {
      owner.release(this, pointer);
    }
    pointer = null;
  }
}
