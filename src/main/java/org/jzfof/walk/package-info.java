/** The dual tree walk: interaction lists carried from plane to plane. */
package org.jzfof.walk;
