import * as z from 'zod/mini';
import { id, newPassword, text, timestamp } from '#contract/fields.ts';

/**
 * POST `/auth/rescue`: a code from the server's console opens the account; answers like a sign-in.
 */
export const rescueInput = z.object({ code: text(40), newPassword });
export type RescueInput = z.output<typeof rescueInput>;

/** The number of minutes in which a code can be used. */
export const RESCUE_MINUTES = 15;
/** The number of days for which every superadmin is shown that an account was opened this way. */
export const RESCUE_SHOWN_DAYS = 7;

/** GET `/auth/rescues`: the accounts that were opened in the last days, the newest first. */
export const rescue = z.object({
  userId: id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  at: timestamp,
});
export type Rescue = z.output<typeof rescue>;
