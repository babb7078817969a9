import * as z from 'zod/mini';
import { backupAges } from './backups.ts';

/** GET `/health`: answers 200 only while the database answers too. */
export const health = z.object({
  status: z.literal('ok'),
});

/** GET `/version`, for people who are signed in. */
export const programVersion = z.object({
  version: z.string(),
  /** The first characters of the hash of its sources; `development` without a build. */
  build: z.string(),
  /** The number of migrations that its tables have run. */
  schema: z.int(),
  engine: z.enum(['embedded', 'postgresql']),
});
export type ProgramVersion = z.output<typeof programVersion>;

/**
 * GET `/ready`: answers 200 only while writes can be saved too; else an error says why not.
 * `backup` is the age of the last good backup.
 */
export const ready = z.object({ status: z.literal('ready'), backup: z.enum(backupAges) });
