/** The members of groups as columns, and orders of members. */
package org.jzfof.subhalo.members;
