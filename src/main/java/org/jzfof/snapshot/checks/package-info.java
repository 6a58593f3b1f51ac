/**
 * Checks of rows during reading. Results of threads and ranks are joined, so that each warning is
 * given once.
 */
package org.jzfof.snapshot.checks;
