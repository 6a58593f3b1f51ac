/** The headers of the code families. */
package org.jzfof.snapshot.dialect;
