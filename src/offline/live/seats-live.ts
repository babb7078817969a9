import { create } from 'zustand';

/**
 * Whether the seats on screen are those of this moment, and until when they were known to be; in
 * milliseconds since 1970.
 */
export const useSeatsLive = create<{ isLive: boolean; until: number }>()(() => ({
  isLive: false,
  until: 0,
}));

/**
 * Stands in the `meta` of a query that shows something of every class; one that shows a single
 * class names it there.
 */
export const EVERY_CLASS = 'every class';
