import type { Announcement } from './announcements.ts';

export const shownStates = ['draft', 'scheduled', 'published', 'ended', 'archived'] as const;
export type ShownState = (typeof shownStates)[number];

type Window = Pick<Announcement, 'state' | 'publishFrom' | 'publishTo'>;

/** The shown state of an announcement at the time `now`. */
export function shownState({ state, publishFrom, publishTo }: Window, now: number): ShownState {
  if (state !== 'published') return state;
  if (Date.parse(publishFrom) > now) return 'scheduled';
  return publishTo !== null && Date.parse(publishTo) <= now ? 'ended' : 'published';
}
