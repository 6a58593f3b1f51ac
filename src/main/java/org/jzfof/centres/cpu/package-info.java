/** Potentials of group members on a CPU. */
package org.jzfof.centres.cpu;
