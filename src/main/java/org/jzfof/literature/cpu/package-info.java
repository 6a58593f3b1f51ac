/** Published search methods on a CPU. */
package org.jzfof.literature.cpu;
