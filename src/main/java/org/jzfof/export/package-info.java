/** Catalogues as tables that other programs read: one row per group or subhalo. */
package org.jzfof.export;
