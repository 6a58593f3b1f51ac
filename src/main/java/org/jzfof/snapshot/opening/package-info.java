/** Opens a snapshot: finds its files, reads their headers, and compares them. */
package org.jzfof.snapshot.opening;
