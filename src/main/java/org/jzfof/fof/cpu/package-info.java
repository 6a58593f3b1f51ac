/** Links between particles and between ranks on a CPU. */
package org.jzfof.fof.cpu;
