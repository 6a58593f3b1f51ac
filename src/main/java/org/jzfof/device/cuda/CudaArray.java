package org.jzfof.device.cuda;

import jcuda.driver.CUdeviceptr;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;

/** A device array in the memory of a GPU. */
public final class CudaArray implements DeviceArray {
  private final ElementType type;
  private final long length;
  private final CudaMemory owner;
  private final CudaArray container;
  private Address pointer;

  /** A device pointer that can be created from an address and returns its address. */
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
    this.container = null;
  }

  /**
   * Creates an I32 array in the second half of an I64 array of the same length. It owns that array
   * from now on.
   */
  public CudaArray(CudaArray container) {
    this.type = ElementType.I32;
    this.length = container.length;
    this.pointer = new Address(address(container) + length * type.bytes());
    this.owner = container.owner;
    this.container = container;
  }

  /**
   * Ends the ownership of the I64 array that contains this one, and returns that array; null if
   * this array has memory of its own.
   */
  public CudaArray releaseContainer() {
    if (container != null) {
      pointer = null;
    }
    return container;
  }

  /** Returns the address of the first element on the GPU. */
  public static long address(DeviceArray array) {
    return ((CudaArray) array).pointer().value();
  }

  /** Returns a pointer to byte {@code bytes} of an array. */
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
    if (pointer != null && container != null) {
      container.close();
    } else if (pointer != null) {
      owner.release(this, pointer);
    }
    pointer = null;
  }
}
