import { and, eq, gt, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { SignedInUser } from '#contract/centre/auth.ts';
import {
  passkeyCreation,
  passkeyRequest,
  type MadePasskey,
  type PasskeyCreation,
  type PasskeyRequest,
  type UsedPasskey,
} from '#contract/centre/second-factor.ts';
import type { Db, Tx } from '#server/db/client.ts';
import {
  passkeyChallengeTable as challenges,
  passkeyTable as passkeys,
  type PasskeyPurpose,
} from '#server/db/tables/centre/passkeys.table.ts';
import { schoolInfoTable } from '#server/db/tables/centre/school-info.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { PasskeySite } from './passkey-site.ts';

/** Loaded by the first use, because most servers start without anybody who has a passkey. */
const library = () => import('@simplewebauthn/server');

const CHALLENGE_MINUTES = 5;
/** Ed25519, ES256 and RS256: every device has one of them, and every Node knows them. */
const ALGORITHMS = [-8, -7, -257];

/** What a challenge is for, and the session that asked; null at a sign-in. */
export type ChallengeUse = { purpose: PasskeyPurpose; tokenHash: string | null };

async function keepChallenge(db: Db | Tx, challenge: string, use: ChallengeUse): Promise<void> {
  const expiresAt = sql`clock_timestamp() + make_interval(mins => ${CHALLENGE_MINUTES}::int)`;
  await db.insert(challenges).values({ challenge, ...use, expiresAt });
}

const signedData = z.object({ challenge: z.string() });

/** The challenge that the device says it signed. */
function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    return signedData.safeParse(data).data?.challenge;
  } catch {
    return undefined;
  }
}

/**
 * Uses the challenge of an answer up, whatever becomes of the answer. Undefined for one that was
 * never given for this use, was used, or has ended.
 */
export async function useChallenge(
  db: Db,
  { purpose, tokenHash }: ChallengeUse,
  { response }: MadePasskey | UsedPasskey,
): Promise<string | undefined> {
  const challenge = challengeIn(response.clientDataJSON);
  if (challenge === undefined) return undefined;
  const [used] = await db
    .delete(challenges)
    .where(
      and(
        eq(challenges.challenge, challenge),
        eq(challenges.purpose, purpose),
        sql`${challenges.tokenHash} is not distinct from ${tokenHash}`,
        gt(challenges.expiresAt, sql`clock_timestamp()`),
      ),
    )
    .returning({ challenge: challenges.challenge });
  return used?.challenge;
}

function descriptorsOf(db: Db | Tx, userId: string) {
  const { credentialId: id, transports } = passkeys;
  return db.select({ id, transports }).from(passkeys).where(eq(passkeys.userId, userId));
}

/** What the browser makes a new passkey of the person with. */
export async function newPasskeyOptions(
  tx: Tx,
  { host }: PasskeySite,
  { _id: userId, email, firstName, lastName }: SignedInUser,
  tokenHash: string,
): Promise<PasskeyCreation> {
  const [info] = await tx.select({ name: schoolInfoTable.centreNameEn }).from(schoolInfoTable);
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpID: host,
    rpName: info?.name ?? 'BranchDesk',
    userID: new Uint8Array(Buffer.from(userId)),
    userName: email,
    userDisplayName: `${firstName} ${lastName}`,
    attestationType: 'none',
    // A sign-in names nobody, so the device has to know whose passkey it is.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: await descriptorsOf(tx, userId),
  });
  await keepChallenge(tx, options.challenge, { purpose: 'add', tokenHash });
  return passkeyCreation.parse(options);
}

/** A passkey that a browser made after `challenge`, as it is stored. */
export async function readNewPasskey(
  { host, origin }: PasskeySite,
  challenge: string,
  made: MadePasskey,
): Promise<Pick<typeof passkeys.$inferInsert, 'credentialId' | 'publicKey' | 'counter'>> {
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...made, clientExtensionResults: {} } as never,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw new ApiError('passkeyRefused');
  const { id, publicKey, counter } = registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64'),
    counter,
  };
}

/** What the browser uses a passkey with: one of the person's, or at a sign-in any of the device. */
export async function passkeyOptions(
  db: Db,
  { host }: PasskeySite,
  use: ChallengeUse,
  userId?: string,
): Promise<PasskeyRequest> {
  const allowCredentials = userId === undefined ? undefined : await descriptorsOf(db, userId);
  if (allowCredentials?.length === 0) throw new ApiError('passkeyNone');
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: host,
    userVerification: 'required',
    ...(allowCredentials && { allowCredentials }),
  });
  await keepChallenge(db, options.challenge, use);
  return passkeyRequest.parse(options);
}

/**
 * Takes the answer of a device to `challenge`. False for a passkey that the person does not have,
 * or whose signature, page or counter is not right. The row is locked, so one use of a device that
 * counts is never taken twice.
 */
export async function takePasskey(
  tx: Tx,
  { host, origin }: PasskeySite,
  challenge: string | undefined,
  used: UsedPasskey,
  userId: string,
): Promise<boolean> {
  if (challenge === undefined) return false;
  const isIt = and(eq(passkeys.credentialId, used.id), eq(passkeys.userId, userId));
  const [kept] = await tx.select().from(passkeys).where(isIt).for('update');
  if (!kept) return false;
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response: { ...used, clientExtensionResults: {} } as never,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    credential: {
      id: kept.credentialId,
      publicKey: new Uint8Array(Buffer.from(kept.publicKey, 'base64')),
      counter: kept.counter,
    },
  }).catch(() => undefined);
  if (!verified?.verified) return false;
  const { newCounter: counter } = verified.authenticationInfo;
  await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: sql`clock_timestamp()` })
    .where(eq(passkeys._id, kept._id));
  return true;
}
