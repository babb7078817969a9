import { onSessionBegin, onSessionEnd, token } from '#src/lib/session/session.ts';
import { useStore } from '#src/lib/store.ts';
import { keepUnsavedWork } from '#src/lib/unsaved-work.ts';
import { hasDeviceStorage } from '#src/offline/device-storage.ts';

const loadKey = () => import('#src/offline/drafts/draft-key.ts');

async function sealAndForget(): Promise<void> {
  // Read at once, because the forms are about to unmount.
  const kept = keepUnsavedWork();
  if (await hasDeviceStorage()) {
    const { forgetDraftKey } = await loadKey();
    await kept;
    // Somebody else may have signed in meanwhile; their key has replaced it.
    if (token() === null) await forgetDraftKey();
  }
}

const ignore = () => undefined;

/**
 * Ties drafts to the session: signing in brings the key that opens the person's drafts; at the end
 * of the session, typed input is sealed first and then the key is forgotten. Neither delays
 * anybody.
 */
export function followSessionWithDrafts(): void {
  onSessionBegin(
    (userId) =>
      void loadKey()
        .then(({ draftKeyOfAuthor: draftKeyOf }) => draftKeyOf(userId))
        .catch(ignore),
  );
  onSessionEnd(() => void sealAndForget().catch(ignore));
}

/** Removes expired drafts, and keeps the key ready for the signed-in person only. */
export async function tidyDrafts(): Promise<void> {
  const userId = useStore.getState().user.userData?._id;
  if (token() === null && !(await hasDeviceStorage())) return;
  const [{ draftKeyOfAuthor: draftKeyOf, forgetDraftKey }, { purgeDrafts }] = await Promise.all([
    loadKey(),
    import('#src/offline/drafts/drafts.ts'),
  ]);
  await purgeDrafts();
  if (token() === null) await forgetDraftKey();
  else if (userId !== undefined) await draftKeyOf(userId);
}
