import type { HeldPlace } from '#contract/classes/continuing-replies.ts';
import type { ContinuingAnswer } from '#contract/classes/continuing-words.ts';

/** What is shown of the places of families: by what was said, or all. */
export const shownAnswers = ['open', 'later', 'yes', 'no', 'all'] as const;
export type ShownAnswer = (typeof shownAnswers)[number];

/** What was said about a place; `open` while nobody has answered. */
export const saidOf = ({ reply }: HeldPlace): ContinuingAnswer | 'open' => reply?.answer ?? 'open';
