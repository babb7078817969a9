import { visits } from '#contract/desk/visit-answers.ts';
import { newIdempotencyKey } from '#src/lib/request/save.ts';
import { useStore } from '#src/lib/store.ts';
import { TAKEN_OFFLINE, draftText, openDrafts } from '#src/offline/drafts/drafts.ts';
import type { VisitDraft } from '#src/features/desk/visit-draft.ts';

/**
 * Seals a visit with its cash on this device until somebody sends it; returns its id, or undefined
 * if nothing can be stored.
 */
export async function storeOfflineVisit(draft: VisitDraft): Promise<string | undefined> {
  const author = useStore.getState().user.userData?._id;
  const drafts =
    author === undefined
      ? undefined
      : await openDrafts(author, { form: visits.path, record: TAKEN_OFFLINE });
  const id = newIdempotencyKey();
  return (await drafts?.put(id, draftText({ values: draft }), Date.now())) ? id : undefined;
}
