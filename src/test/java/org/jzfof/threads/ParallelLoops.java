package org.jzfof.threads;

import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** For tests whose loops are to be shared by several threads. */
public final class ParallelLoops implements InvocationInterceptor {
  private static final int THREADS = Math.max(3, Runtime.getRuntime().availableProcessors());

  @Override
  public void interceptTestMethod(
      Invocation<Void> test, ReflectiveInvocationContext<Method> method, ExtensionContext context)
      throws Throwable {
    run(test);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> test, ReflectiveInvocationContext<Method> method, ExtensionContext context)
      throws Throwable {
    run(test);
  }

  @Override
  public void interceptDynamicTest(
      Invocation<Void> test, DynamicTestInvocationContext dynamic, ExtensionContext context)
      throws Throwable {
    run(test);
  }

  private static void run(Invocation<Void> test) throws Throwable {
    Throwable[] failure = {null};
    Parallel.with(
        THREADS,
        () -> {
          try {
            test.proceed();
          } catch (Throwable e) {
            failure[0] = e;
          }
        });
    if (failure[0] != null) {
      throw failure[0];
    }
  }
}
