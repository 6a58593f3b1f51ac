/** Which backend a rank computes with: the one asked for, or the best there is. */
package org.jzfof.backend.choice;
