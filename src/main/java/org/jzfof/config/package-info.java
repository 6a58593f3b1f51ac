/** Options of commands as immutable, validated records, and the reading of option values. */
package org.jzfof.config;
