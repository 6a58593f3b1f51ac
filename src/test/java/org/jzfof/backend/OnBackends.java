package org.jzfof.backend;

import static org.junit.jupiter.api.Assumptions.abort;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import org.junit.jupiter.api.extension.BeforeClassTemplateInvocationCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzfof.contract.Need;
import org.jzfof.error.BackendException;

/**
 * All tests of a class run once on each backend, which its field of type {@link TestBackend} has;
 * those on a GPU are skipped, with the reason, where there is none, unless {@code
 * -Djzfof.test.required=gpu} makes that an error.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedClass(name = "{0}")
@EnumSource(TestBackend.class)
@ExtendWith(OnBackends.Condition.class)
public @interface OnBackends {
  /** Opens the GPU to see whether it can be used. */
  final class Condition implements BeforeClassTemplateInvocationCallback {
    @Override
    public void beforeClassTemplateInvocation(ExtensionContext context) {
      boolean ofGpu = context.getDisplayName().contains(TestBackend.CUDA.name());
      if (!ofGpu || Need.GPU.isRequired()) {
        return;
      }
      try {
        TestBackend.CUDA.open().close();
      } catch (BackendException e) {
        abort("needs a GPU: " + e.getMessage());
      }
    }
  }
}
