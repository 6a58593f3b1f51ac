package org.jzfof.device.cuda;

import static org.jzfof.device.cuda.CudaCheck.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import org.jzfof.device.DeviceEvent;

/** Creates events in the stream of a GPU. Recording an event does not wait for the GPU. */
final class EventClock implements AutoCloseable {
  private final CudaDevice device;
  private final List<CUevent> all = new ArrayList<>();
  private final Deque<CUevent> unused = new ArrayDeque<>();

  EventClock(CudaDevice device) {
    this.device = device;
  }

  private final class EventMoment implements DeviceEvent {
    private final CUevent event;

    EventMoment(CUevent event) {
      this.event = event;
    }

    @Override
    public double secondsSince(DeviceEvent earlier) {
      float[] milliseconds = new float[1];
      if (JCudaDriver.cuEventSynchronize(event) != CUresult.CUDA_SUCCESS) {
        device.synchronize(); // throws an exception that says where the GPU stopped
      }
      check(
          JCudaDriver.cuEventElapsedTime(milliseconds, ((EventMoment) earlier).event, event),
          "cuEventElapsedTime");
      return 1e-3 * milliseconds[0];
    }

    @Override
    public void close() {
      unused.push(event);
    }
  }

  /** Records an event after all work so far. */
  DeviceEvent mark() {
    device.makeCurrent();
    if (unused.isEmpty()) {
      CUevent event = new CUevent();
      check(JCudaDriver.cuEventCreate(event, CUevent_flags.CU_EVENT_DEFAULT), "cuEventCreate");
      all.add(event);
      unused.push(event);
    }
    CUevent event = unused.pop();
    check(JCudaDriver.cuEventRecord(event, device.stream()), "cuEventRecord");
    return new EventMoment(event);
  }

  @Override
  public void close() {
    for (CUevent event : all) {
      check(JCudaDriver.cuEventDestroy(event), "cuEventDestroy");
    }
  }
}
