import { formatDate, formatTime } from './format.ts';

/**
 * `21/11 10:36`, in one piece wherever the line ends: the year is said elsewhere, or is this one.
 */
export const shortMoment = (at: string): string =>
  `${formatDate(at).slice(0, 5)}\u00a0${formatTime(at)}`;
