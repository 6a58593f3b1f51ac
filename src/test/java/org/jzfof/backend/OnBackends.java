package org.jzfof.backend;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.contract.Need;

/**
 * All tests of a class run on each backend, which its parameter of type {@link TestBackend} is, and
 * with each method that {@link ByMethod} names; those on a GPU are skipped, with the reason, where
 * there is none, unless {@code -Djzfof.test.required=gpu} makes that an error. {@code
 * -Djzfof.test.backend=cuda} leaves out all others.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedClass(name = "{arguments}")
@ArgumentsSource(OnBackends.Chosen.class)
@Tag("gpu")
@ExtendWith(OnBackends.Condition.class)
public @interface OnBackends {
  /** The backends to run on. */
  final class Chosen implements ArgumentsProvider {
    @Override
    public Stream<? extends Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context) {
      String only = System.getProperty("jzfof.test.backend", "");
      return Stream.of(TestBackend.values())
          .filter(backend -> only.isEmpty() || backend.name().equalsIgnoreCase(only))
          .flatMap(backend -> runs(backend, context.getRequiredTestClass()));
    }

    private static Stream<Arguments> runs(TestBackend backend, Class<?> tests) {
      ByMethod by = tests.getAnnotation(ByMethod.class);
      return by == null
          ? Stream.of(Arguments.of(backend))
          : Arrays.stream(by.value())
              .map(SearchMethod::parse)
              .filter(method -> backend.has(method.kind()))
              .map(method -> Arguments.of(backend, method));
    }
  }

  /** Opens the GPU once to see whether it can be used. */
  final class Condition implements BeforeEachCallback {
    @Override
    public void beforeEach(ExtensionContext context) {
      boolean onGpu =
          Stream.iterate(Optional.of(context), Optional::isPresent, c -> c.get().getParent())
              .map(c -> c.get().getDisplayName().split(", ")[0])
              .anyMatch(TestBackend.CUDA.name()::equals);
      if (onGpu && !Need.GPU.isRequired()) {
        String fault =
            context
                .getRoot()
                .getStore(ExtensionContext.Namespace.create(OnBackends.class))
                .getOrComputeIfAbsent(
                    TestBackend.CUDA, gpu -> TestBackend.faultOfGpu().orElse(""), String.class);
        assumeTrue(fault.isEmpty(), () -> "needs a GPU: " + fault);
      }
    }
  }
}
