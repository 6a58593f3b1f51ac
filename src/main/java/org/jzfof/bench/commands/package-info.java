/** The commands of {@code jzfof bench}. */
package org.jzfof.bench.commands;
