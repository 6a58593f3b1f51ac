package org.jzfof.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterClassTemplateInvocationCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Opens a backend for the first test of a class, or of one of its runs ({@link OnBackends}), and
 * closes it after the last; each test must close the arrays that it makes.
 */
public final class OpenBackend
    implements BeforeEachCallback,
        AfterEachCallback,
        AfterClassTemplateInvocationCallback,
        AfterAllCallback {
  private final Supplier<Backend> open;
  private Backend backend;

  /**
   * @param open makes a new backend
   */
  public OpenBackend(Supplier<Backend> open) {
    this.open = open;
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    if (backend == null) {
      backend = open.get();
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    if (backend != null) { // null where the test was skipped
      assertEquals(0, backend.memory().used(), "device arrays left open");
    }
  }

  @Override
  public void afterClassTemplateInvocation(ExtensionContext context) {
    close();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    close();
  }

  private void close() {
    if (backend != null) {
      backend.close();
      backend = null;
    }
  }
}
