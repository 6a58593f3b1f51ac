package org.jzfof.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Opens the backend of a class of tests; each of them must close the arrays that it makes. */
public final class OpenBackend implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
  private final Supplier<Backend> open;
  private Backend backend;

  /**
   * @param open makes a new backend
   */
  public OpenBackend(Supplier<Backend> open) {
    this.open = open;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    backend = open.get();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    assertEquals(0, backend.memory().used(), "device arrays left open");
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (backend != null) {
      backend.close();
    }
  }
}
