/** Groups on devices and over ranks: their selection, their members, and sums over the members. */
package org.jzfof.groups;
