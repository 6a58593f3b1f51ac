/** Potentials of group members on a GPU. */
package org.jzfof.centres.cuda;
