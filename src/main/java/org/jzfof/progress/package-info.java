/** What a command tells of its stages, while they last and when they are over. */
package org.jzfof.progress;
