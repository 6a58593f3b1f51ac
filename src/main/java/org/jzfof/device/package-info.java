/** Memory of a compute device: typed arrays with an owner. */
package org.jzfof.device;
