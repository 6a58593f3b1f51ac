/** Options as immutable records, validated once. */
package org.jzfof.config;
