/** Catalogues that exist: what they hold, and who is in their groups. */
package org.jzfof.catalogue.stored;
