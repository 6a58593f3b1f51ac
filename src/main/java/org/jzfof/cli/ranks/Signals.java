package org.jzfof.cli.ranks;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.ObjIntConsumer;

/**
 * The signals that batch systems and resource limits send and that Java does not handle. By default
 * they would end the process immediately and leave temporary files behind. (Java handles SIGTERM,
 * SIGINT and SIGHUP.)
 */
public final class Signals {
  /** Signal that asks the program to stop soon, as in {@code sbatch --signal=USR1@60}. */
  static final String STOP_SOON = "USR1";

  private static final String SECOND = "USR2";

  /**
   * Environment variable that the launcher sets: the signal that Java uses in place of {@link
   * #SECOND}.
   */
  private static final String SECOND_IS_FREE = "_JAVA_SR_SIGNUM";

  private Signals() {}

  /**
   * Installs an action for these signals. Reflection is used because the compiler warns of the
   * class, although every Java has it.
   *
   * @param action action that receives the name and the number of the signal, on a separate thread
   */
  public static void handle(ObjIntConsumer<String> action) {
    handle("XCPU", action);
    handle("ALRM", action);
    handle(STOP_SOON, action);
    if (System.getenv(SECOND_IS_FREE) != null) {
      handle(SECOND, action);
    }
  }

  private static void handle(String name, ObjIntConsumer<String> action) {
    try {
      Class<?> type = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object signal = type.getConstructor(String.class).newInstance(name);
      int number = (int) type.getMethod("getNumber").invoke(signal);
      Object proxy =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (self, method, arguments) -> {
                action.accept(name, number);
                return null;
              });
      type.getMethod("handle", type, handler).invoke(null, signal, proxy);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
