import { shownStates } from '#contract/centre/announcement-state.ts';
import { priorities } from '#contract/centre/announcements.ts';

/** The built keys of announcements. */
export const announcementKeys: { start: string; ends: readonly string[] }[] = [
  { start: 'priorities.', ends: priorities },
  { start: 'states.', ends: shownStates },
];
