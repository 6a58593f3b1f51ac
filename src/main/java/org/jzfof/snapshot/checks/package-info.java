/** Checks of rows as they are read; each warning is given once for all threads and ranks. */
package org.jzfof.snapshot.checks;
