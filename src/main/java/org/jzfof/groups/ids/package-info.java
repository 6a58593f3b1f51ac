/** IDs of members, by rank and in the order of the catalogue. */
package org.jzfof.groups.ids;
