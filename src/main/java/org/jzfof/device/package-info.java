/** Memory of a compute device, and of the host beside it: typed arrays with an owner. */
package org.jzfof.device;
