/** Group order, reduction to group properties, and the catalogue files. */
package org.jzfof.catalogue;
