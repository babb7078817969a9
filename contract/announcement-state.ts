import type { Announcement } from './announcements.ts';

export const shownStates = ['draft', 'scheduled', 'published', 'ended', 'archived'] as const;
export type ShownState = (typeof shownStates)[number];

type Window = Pick<Announcement, 'state' | 'publishFrom' | 'publishTo'>;

/** What the clock makes of an announcement. */
export function shownState({ state, publishFrom, publishTo }: Window, now: number): ShownState {
  if (state !== 'published') return state;
  if (Date.parse(publishFrom) > now) return 'scheduled';
  return publishTo !== null && Date.parse(publishTo) <= now ? 'ended' : 'published';
}
