import * as z from 'zod/mini';
import { id, timestamp } from '#contract/fields.ts';

/** A sign-in on a new device is told to its owner for so long. */
export const NEW_DEVICE_DAYS = 7;

/** The kinds of devices, as the browser names them; `unknown` for what it does not say. */
export const deviceKinds = ['tablet', 'phone', 'computer', 'unknown'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/**
 * GET `/auth/sessions`: the devices on which the person is signed in, or which ask for no code, the
 * last used first.
 */
export const ownSession = z.object({
  _id: id,
  /** The session that asks. */
  isThis: z.boolean(),
  deviceKind: z.enum(deviceKinds),
  /** Browser and system, such as "Chrome, Android"; empty if the browser does not say. */
  deviceName: z.string(),
  /** The network address of the sign-in. */
  address: z.string(),
  createdAt: timestamp,
  /** To the minute. */
  lastUsedAt: timestamp,
  /** False for a device that is only remembered. */
  isSignedIn: z.boolean(),
  /** Its sign-in of the last days was the first one of the account on a device. */
  isNew: z.boolean(),
  /** Until then a sign-in on the device asks for no code; null if it is not remembered. */
  rememberedUntil: z.nullable(timestamp),
});

/** The answers of POST `/auth/sessions/{id}/end` and of POST `/auth/sessions/end-others`. */
export const sessionsEnded = z.object({ ended: z.int() });

export type OwnSession = z.output<typeof ownSession>;
export type SessionsEnded = z.output<typeof sessionsEnded>;
