import * as z from 'zod/mini';

/**
 * The newest news that people are told after an update: the id of its heading in CHANGELOG.md. A
 * release with something to tell changes it, together with the words in `whats-new.json` of both
 * languages. docs/backups.md, "What is new".
 */
export const NEWS = 'what-is-new-in-november-2026';

/**
 * GET `/whats-new`: the news that this person has not closed yet. PUT says that they have closed
 * it.
 */
export const whatsNew = {
  path: '/whats-new',
  read: 'overview:read',
  write: 'own-account:write',
} as const;

export const newsToTell = z.object({ id: z.nullable(z.string()) });
export type NewsToTell = z.output<typeof newsToTell>;

export const newsClosed = z.object({ id: z.string().check(z.maxLength(80)) });
