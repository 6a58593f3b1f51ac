/** The CPU backend: plain Java, by all threads of a rank. */
package org.jzfof.backend.cpu;
