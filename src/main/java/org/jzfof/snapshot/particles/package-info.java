/** From the files of a snapshot to particles on a device: opened, checked, read side by side. */
package org.jzfof.snapshot.particles;
