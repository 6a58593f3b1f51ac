package org.jzfof.backend;

import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.jzfof.contract.Need;

/**
 * Classes or methods that test the CUDA backend: skipped, with the reason, where there is none,
 * unless {@code -Djzfof.test.required=gpu} makes that an error.
 */
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Tag("gpu")
@ExtendWith(NeedsGpu.Condition.class)
public @interface NeedsGpu {

  /** Opens the GPU to see whether it can be used. */
  final class Condition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      if (!AnnotationSupport.isAnnotated(context.getElement(), NeedsGpu.class)
          || Need.GPU.isRequired()) {
        return ConditionEvaluationResult.enabled("a test of a class that has been let in");
      }
      return TestBackend.faultOfGpu()
          .map(fault -> ConditionEvaluationResult.disabled("needs a GPU: " + fault))
          .orElseGet(() -> ConditionEvaluationResult.enabled("there is a GPU"));
    }
  }
}
