/** The members of groups as columns, and loops over them. */
package org.jzfof.subhalo.members;
