/** Centres of groups: the minimum of the potential, or the densest member. */
package org.jzfof.centres;
