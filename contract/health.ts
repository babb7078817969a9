import * as z from 'zod/mini';

/** GET `/health`: answers 200 only while the database answers too. */
export const health = z.object({
  status: z.literal('ok'),
  engine: z.enum(['embedded', 'postgresql']),
  version: z.string(),
});

/** GET `/ready`: answers 200 only while writes can be saved too; else an error says why not. */
export const ready = z.object({ status: z.literal('ready') });
