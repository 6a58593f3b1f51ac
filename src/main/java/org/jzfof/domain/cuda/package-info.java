/** Quantising, sorting and parting of particles on a GPU. */
package org.jzfof.domain.cuda;
