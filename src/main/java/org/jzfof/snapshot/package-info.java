/** Reads N-body snapshots of every supported code family. */
package org.jzfof.snapshot;
