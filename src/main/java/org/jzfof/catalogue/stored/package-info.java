/** Reading of existing catalogues: headers, columns, and members of groups. */
package org.jzfof.catalogue.stored;
