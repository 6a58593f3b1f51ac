/** Groups on devices and over ranks: which they are, their members, and sums over these. */
package org.jzfof.groups;
