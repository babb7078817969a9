/**
 * Drafts of this record hold money that was taken: they are neither forgotten with time nor thrown
 * away with the others.
 */
export const TAKEN_OFFLINE = 'taken-offline';
