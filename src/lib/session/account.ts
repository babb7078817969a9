import type {
  ChangePasswordInput,
  LoginAnswer,
  LoginInput,
  SetupInput,
  SignedInUser,
} from '#contract/centre/auth.ts';
import type { RescueInput } from '#contract/centre/rescue.ts';
import type { Branch } from '#contract/centre/branches.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { api, type RequestOptions } from '#src/lib/request/api.ts';
import { loadCentre } from './centre.ts';
import { startWork } from '#src/lib/request/loading.ts';
import { checkDeviceKey, deviceKey } from './remembered-device.ts';
import { beginSession, endSession, token } from './session.ts';
import { setBranch, setUser, useStore } from '#src/lib/store.ts';
import { keepUnsavedWork } from '#src/lib/unsaved-work.ts';

const branchOf = (id: string, options: RequestOptions = {}) =>
  api.get<Branch>(`/branches/${id}`, { quiet: true, ...options });

/**
 * A sign-in that is not complete: it lacks the second factor, the password is temporary, or the
 * person has something to read. It goes on once they have done what is missing.
 */
export type HeldSignIn = {
  answer: LoginAnswer;
  /** Empty after a sign-in with a passkey. */
  password: string;
  /** The server has lost the key of the second factor, which is set up anew. */
  isLost?: boolean;
};

const isHeld = ({ mustChangePassword, missingHalf, wasLimited }: LoginAnswer) =>
  mustChangePassword || missingHalf !== null || wasLimited;

/** Imported on demand, because only people with a second factor have recovery codes. */
async function sayCodesLeft(left: number): Promise<void> {
  const told = await import('./few-codes.ts').catch(() => undefined);
  await told?.sayFewCodes(left).catch(() => undefined);
}

/**
 * Begins a session with the answer of `ask`, unless something is missing for a complete one. The
 * overlay covers all requests as one piece of work.
 */
export async function enter(
  ask: (signal: AbortSignal) => Promise<LoginAnswer>,
): Promise<LoginAnswer> {
  const work = startWork({ blocking: true, signal: undefined });
  try {
    const answer = await ask(work.signal);
    if (isHeld(answer)) return answer;
    beginSession(answer.token, answer.user._id);
    const branch = await branchOf(answer.user.branchId, { signal: work.signal });
    setUser(answer.user);
    setBranch(branch);
    if (answer.recoveryLeft !== null) void sayCodesLeft(answer.recoveryLeft);
    return answer;
  } catch (error) {
    endSession();
    throw error;
  } finally {
    work.done();
  }
}

/**
 * Lets this page open its own lock when the server cannot be asked. Imported on demand, because no
 * first screen needs it.
 */
async function rememberPassword(password: string): Promise<void> {
  const remembered = await import('./remembered-password.ts').catch(() => undefined);
  await remembered?.rememberPassword(password);
}

/** On a device that is remembered the key stands for the code. */
function withDevice(input: LoginInput): LoginInput {
  const key = deviceKey();
  return key === undefined ? input : { ...input, deviceKey: key };
}

/**
 * Signs in; returns the held sign-in if something is missing. The caller shows
 * failures beside the form; rejects with the errors of `api.ts`.
 */
export async function signIn(input: LoginInput): Promise<HeldSignIn | undefined> {
  const answer = await enter((signal) =>
    api.post<LoginAnswer>('/auth/login', withDevice(input), { signal, quiet: true }),
  );
  checkDeviceKey(answer.user._id, answer.missingHalf === 'code');
  return goOn(answer, input.password);
}

/** The rest of a sign-in, or nothing once it is complete. */
function goOn(answer: LoginAnswer, password: string): HeldSignIn | undefined {
  if (isHeld(answer)) return { answer, password };
  // A sign-in with a passkey has none to remember.
  if (password !== '') void rememberPassword(password);
  return undefined;
}

/** Goes on with a sign-in whose second factor was given or set up. */
export async function completeSignIn({
  answer,
  password,
}: HeldSignIn): Promise<HeldSignIn | undefined> {
  const complete = await enter(() => Promise.resolve({ ...answer, missingHalf: null }));
  return goOn(complete, password);
}

/**
 * Replaces a temporary password, and signs in with the new one; returns the held sign-in if
 * something is missing.
 */
export async function chooseFirstPassword(
  { answer, password }: HeldSignIn,
  newPassword: string,
  idempotencyKey: string,
): Promise<HeldSignIn | undefined> {
  const { token: held, user } = answer;
  const chosen = await enter(async (signal) => {
    const change = {
      email: user.email,
      oldPassword: password,
      newPassword,
    } satisfies ChangePasswordInput;
    await api.post('/auth/users/change-password', change, {
      signal,
      quiet: true,
      token: held,
      idempotencyKey,
    });
    return { ...answer, mustChangePassword: false, wasLimited: false };
  });
  return goOn(chosen, newPassword);
}

/**
 * The first run: creates the centre, its first branch and its superadmin, who is then signed in.
 */
export async function setUpCentre(input: SetupInput): Promise<void> {
  await enter((signal) => api.post<LoginAnswer>('/setup', input, { signal, quiet: true }));
  void rememberPassword(input.password);
  // The centre's name was unknown before; title and footer follow it.
  await loadCentre();
}

/**
 * Opens an account with a code from the server's console and a new password; returns the held
 * sign-in if something is missing. Rejects with the errors of `api.ts`, for the form.
 */
export async function rescueIn(input: RescueInput): Promise<HeldSignIn | undefined> {
  const answer = await enter((signal) =>
    api.post<LoginAnswer>('/auth/rescue', input, { signal, quiet: true }),
  );
  return goOn(answer, input.newPassword);
}

/** Ends the session here at once; the server is informed, but a dead network stops nobody. */
export function signOut(): void {
  if (navigator.onLine) {
    api
      .post('/auth/logout', {}, { quiet: true, background: true, whileLocked: true })
      .catch(() => undefined);
  }
  endSession();
}

/** The right of a person as text, to see whether it is another one. */
const rightOfUser = ({ role, branchId, permissionSet }: SignedInUser) =>
  JSON.stringify([role, branchId, permissionSet ?? null]);

/**
 * Fetches the person and the branch again after a reload, and when an answer shows another right
 * (`RIGHT_HEADER`). Without an answer the stored copy stays; the request layer ends a session that
 * the server no longer knows (401).
 */
export async function refreshAccount(): Promise<void> {
  if (token() === null) {
    if (useStore.getState().user.isLoggedIn) endSession();
    return;
  }
  if (!navigator.onLine) return;
  try {
    const before = useStore.getState().user.userData;
    const user = await api.get<SignedInUser>('/auth/me', { quiet: true });
    setUser(user);
    // Another role, branch or permission set sees other rows: nothing that the old one saw may stay
    // on the page or on the device. What is typed is kept first; without a place for it the page
    // stays, and its buttons follow the new right.
    const isOther = before && rightOfUser(before) !== rightOfUser(user);
    if (isOther && (await keepUnsavedWork())) window.location.reload();
    // A superadmin may have chosen another branch than their own, or all of them; that choice
    // survives a reload.
    const chosen = () => useStore.getState().branch.branchData?._id;
    const seesAll = seesAllBranches(user.role);
    const picked = seesAll ? chosen() : user.branchId;
    if (picked === undefined) return;
    const branch = await branchOf(picked);
    // Whoever has chosen another one while it was fetched works in that.
    if (!seesAll || chosen() === picked) setBranch(branch);
  } catch {
    // The stored copy stays.
  }
}
