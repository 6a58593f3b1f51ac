package org.jzfof.spheres;

import org.jzfof.comm.rows.TypedColumns;

/**
 * What is known about spheres besides their places, and travels with them.
 *
 * @param <T> what has it
 */
public interface SphereAttributes<T extends SphereAttributes<T>> {
  /** All columns, of 64 bits each. */
  TypedColumns columns();

  /** Room for that about other spheres. */
  T like(int spheres);
}
