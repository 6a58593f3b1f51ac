/** The CPU backend: plain Java on all cores. */
package org.jzfof.backend.cpu;
