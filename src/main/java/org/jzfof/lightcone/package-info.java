/** Light cones: what is seen of positions around an observer. */
package org.jzfof.lightcone;
