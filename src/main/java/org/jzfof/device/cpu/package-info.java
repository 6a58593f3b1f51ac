/** Memory of the host as a device, and operations on its arrays by all threads of a rank. */
package org.jzfof.device.cpu;
