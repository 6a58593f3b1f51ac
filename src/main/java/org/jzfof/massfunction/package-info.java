/** Models of the halo mass function: linear theory, and fits to simulations from the literature. */
package org.jzfof.massfunction;
