package org.jzfof.backend;

import org.jzfof.backend.cpu.CpuBackend;

class CpuPiecesTest extends PiecesContract {
  @Override
  Backend open() {
    return new CpuBackend(2);
  }
}
