/**
 * Reads N-body snapshots of every supported code family: finds their files, reads their headers,
 * and compares them.
 */
package org.jzfof.snapshot;
