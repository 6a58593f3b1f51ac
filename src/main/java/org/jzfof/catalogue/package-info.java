/** Writers of catalogue files, one for each layout. */
package org.jzfof.catalogue;
