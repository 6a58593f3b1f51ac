/** Trees on a CPU. */
package org.jzfof.tree.cpu;
