import { create } from 'zustand';

/** Tells if the seats on screen are live, and until when they were; in milliseconds since 1970. */
export const useSeatsLive = create<{ isLive: boolean; until: number }>()(() => ({
  isLive: false,
  until: 0,
}));

/**
 * Marks, in the `meta` of a query, that it shows every class; a query of a single class has the
 * class's id there.
 */
export const EVERY_CLASS = 'every class';
