/**
 * The header of an answer that was read from a standby: the time up to which it has every write.
 * Without it the answer has them all.
 */
export const AS_OF_HEADER = 'x-as-of';
