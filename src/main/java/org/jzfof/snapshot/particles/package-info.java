/** Opens and checks a snapshot, and reads its particles onto a device with several threads. */
package org.jzfof.snapshot.particles;
