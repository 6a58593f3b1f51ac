/** What a compute device offers to the pipeline. */
package org.jzfof.backend;
