/** The datasets of each format: names, units and values. */
package org.jzfof.catalogue.fields;
