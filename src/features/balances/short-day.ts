import { formatDate } from '#src/lib/text/format.ts';

/** `07/11`: what is told of lately needs no year. */
export const shortDay = (stamp: string): string => formatDate(stamp).slice(0, 5);
