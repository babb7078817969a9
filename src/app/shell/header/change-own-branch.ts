import type { ChangeBranchInput, LoginAnswer } from '#contract/centre/auth.ts';
import type { Branch } from '#contract/centre/branches.ts';
import { forgivingStorage } from '#src/lib/browser/forgiving-storage.ts';
import { BRANCH_CHANGE_KEY, SMALL_QUERIES_KEY } from '#src/lib/browser/storage-keys.ts';
import { homePath } from '#src/lib/paths.ts';
import { api } from '#src/lib/request/api.ts';
import { attemptSave, newIdempotencyKey, type SaveResult } from '#src/lib/request/save.ts';
import { refreshAccount } from '#src/lib/session/account.ts';
import { setBranch, setUser, useStore } from '#src/lib/store.ts';
import { keepUnsavedWork, unsavedTitles } from '#src/lib/unsaved-work.ts';
import { onDevice } from '#src/offline/device-storage.ts';
import { TAKEN_OFFLINE } from '#src/offline/drafts/drafts.ts';

/** What keeps a person from leaving the branch: money that is not sent, or input that is lost. */
export type Obstacle = { kind: 'taken' | 'notKept'; forms: string };

/**
 * The visits of this person whose money was taken offline in this branch and is not sent yet. That
 * of another branch waits for them there.
 */
const countTakenOffline = (author: string, here: string) =>
  onDevice((db) =>
    db.drafts
      .where({ author })
      .filter(({ record, branch = here }) => record === TAKEN_OFFLINE && branch === here)
      .count(),
  );

/**
 * Seals typed input as drafts of this branch; they wait for its author to come back. Money that was
 * taken here without network has to be saved first, because it belongs into a drawer of this
 * branch.
 */
export async function obstacle(): Promise<Obstacle | undefined> {
  const { _id = '', branchId = '' } = useStore.getState().user.userData ?? {};
  const forms = unsavedTitles().join(', ');
  if (!(await keepUnsavedWork())) return { kind: 'notKept', forms };
  const taken = (await countTakenOffline(_id, branchId)) ?? 0;
  return taken > 0 ? { kind: 'taken', forms } : undefined;
}

/** Removes the copies of lists on this device; drafts stay, and what opens the lock. */
async function wipeCopies(): Promise<void> {
  forgivingStorage.removeItem(SMALL_QUERIES_KEY);
  await onDevice((db) =>
    db.transaction('rw', [db.meta, db.snapshots, db.rows], () =>
      Promise.all([db.meta.delete('session'), db.snapshots.clear(), db.rows.clear()]),
    ),
  );
}

/**
 * Lets the session work in another branch. Then this page begins anew at the home of the new role,
 * and every other tab of the device reloads, so that no page mixes two branches.
 */
export async function changeOwnBranch(
  branchId: string,
  leaveDrawer = false,
): Promise<SaveResult<LoginAnswer>> {
  const result = await attemptSave(() =>
    api.post<LoginAnswer>('/auth/branch', { branchId, leaveDrawer } satisfies ChangeBranchInput, {
      quiet: true,
    }),
  );
  // If the answer was lost, the server tells where the session works now.
  if (result.outcome === 'unknown') await refreshAccount();
  if (result.outcome !== 'saved') return result;
  const { user } = result.row;
  const branch = await api
    .get<Branch>(`/branches/${branchId}`, { quiet: true })
    .catch(() => undefined);
  setUser(user);
  if (branch) setBranch(branch);
  // Another tab that begins anew may make this page reload before it has left. It is home then,
  // too.
  const home = homePath(user.role);
  window.history.replaceState(null, '', home);
  // From here on this page and all others of the device send and store nothing more.
  forgivingStorage.setItem(BRANCH_CHANGE_KEY, newIdempotencyKey());
  await wipeCopies();
  window.location.assign(home);
  return result;
}
