/** What a user asked for, as immutable records that are validated once. */
package org.jzfof.config;
