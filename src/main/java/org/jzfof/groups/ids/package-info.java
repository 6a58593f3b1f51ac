/** IDs of members, on the ranks and in catalogue order. */
package org.jzfof.groups.ids;
