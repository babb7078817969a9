import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { idColumn, timestampColumn, wordCheck } from '#server/db/columns.ts';
import { secondFactorTable } from './second-factors.table.ts';

/** What a challenge was given for; it serves nothing else. */
export const passkeyPurposes = ['add', 'prove', 'signIn'] as const;
export type PasskeyPurpose = (typeof passkeyPurposes)[number];

/**
 * The passkeys of an account. They hang on its second factor, so whatever takes the factor off
 * takes them too. docs/security.md, "Passkeys".
 */
export const passkeyTable = pgTable(
  'passkeys',
  {
    _id: idColumn(),
    userId: uuid('user_id')
      .notNull()
      .references(() => secondFactorTable.userId, { onDelete: 'cascade' }),
    /** The name that the device gave it; no two accounts share one. */
    credentialId: text('credential_id').notNull(),
    /** COSE, in base64; it opens nothing. */
    publicKey: text('public_key').notNull(),
    /** The uses that the device has counted; 0 for ever where it counts none. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** The ways to the device, as the browser told them. */
    transports: text('transports').array().notNull(),
    name: text('name').notNull(),
    createdAt: timestampColumn('created_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    lastUsedAt: timestampColumn('last_used_at'),
  },
  (table) => [
    index('passkeys_user').on(table.userId),
    unique('passkeys_credential').on(table.credentialId),
  ],
);

/** Random bytes that a device signs once, within minutes. */
export const passkeyChallengeTable = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    purpose: text('purpose').$type<PasskeyPurpose>().notNull(),
    /** The session that asked; null at a sign-in. */
    tokenHash: text('token_hash'),
    expiresAt: timestampColumn('expires_at').notNull(),
  },
  (table) => [
    index('passkey_challenges_end').on(table.expiresAt),
    wordCheck('passkey_challenges', table.purpose, passkeyPurposes),
  ],
);
