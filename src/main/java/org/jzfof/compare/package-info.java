/** Finds out whether two catalogues hold the same groups, and where they differ. */
package org.jzfof.compare;
