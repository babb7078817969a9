import { onSessionBegin, onSessionEnd, token } from '#src/lib/session/session.ts';
import { useStore } from '#src/lib/store.ts';
import { keepUnsavedWork } from '#src/lib/unsaved-work.ts';
import { hasDeviceStorage } from '#src/offline/device-storage.ts';

const loadKey = () => import('#src/offline/drafts/draft-key.ts');

async function sealAndForget(): Promise<void> {
  // Read at once: the forms are about to go.
  const kept = keepUnsavedWork();
  if (await hasDeviceStorage()) {
    const { forgetDraftKey } = await loadKey();
    await kept;
    // Somebody may have signed in meanwhile; theirs has taken its place.
    if (token() === null) await forgetDraftKey();
  }
}

const ignore = () => undefined;

/**
 * Drafts follow the session: who signs in brings the key that opens theirs; when the session ends,
 * what is typed is sealed first and then the key forgotten. Neither holds anybody up.
 */
export function followSessionWithDrafts(): void {
  onSessionBegin(
    (userId) =>
      void loadKey()
        .then(({ draftKeyOf }) => draftKeyOf(userId))
        .catch(ignore),
  );
  onSessionEnd(() => void sealAndForget().catch(ignore));
}

/**
 * Removes drafts that have had their time; has the key at hand for whoever is signed in, and none
 * for nobody.
 */
export async function tidyDrafts(): Promise<void> {
  const userId = useStore.getState().user.userData?._id;
  if (token() === null && !(await hasDeviceStorage())) return;
  const [{ draftKeyOf, forgetDraftKey }, { purgeDrafts }] = await Promise.all([
    loadKey(),
    import('#src/offline/drafts/drafts.ts'),
  ]);
  await purgeDrafts();
  if (token() === null) await forgetDraftKey();
  else if (userId !== undefined) await draftKeyOf(userId);
}
