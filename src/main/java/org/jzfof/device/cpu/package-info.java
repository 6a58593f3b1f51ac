/** The host's memory as device memory, and operations on its arrays with all threads of a rank. */
package org.jzfof.device.cpu;
