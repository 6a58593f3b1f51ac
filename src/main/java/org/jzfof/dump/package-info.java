/** Files of nearest neighbours, written in blocks beside the search. */
package org.jzfof.dump;
