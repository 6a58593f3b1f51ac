/** Selection and sums of groups on a CPU. */
package org.jzfof.groups.cpu;
