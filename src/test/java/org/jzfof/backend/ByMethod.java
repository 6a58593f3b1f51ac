package org.jzfof.backend;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jzfof.config.search.SearchMethod;

/**
 * On a class that runs {@link OnBackends}: it has a second parameter of type {@link SearchMethod},
 * and runs with each of these methods on each backend that has the method.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface ByMethod {
  String[] value();
}
