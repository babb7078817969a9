/** What a family says about a held seat. `undo` takes a no back. */
export const continuingAnswers = ['yes', 'no', 'later'] as const;
export type ContinuingAnswer = (typeof continuingAnswers)[number];
export const continuingReplies = [...continuingAnswers, 'undo'] as const;
export type ContinuingReply = (typeof continuingReplies)[number];

/** How a letter reached its family. */
export const letterWays = ['printed', 'copied'] as const;
export type LetterWay = (typeof letterWays)[number];
