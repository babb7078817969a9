import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { leave } from '#src/app/routing/sign-in-address.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { useStore } from '#src/lib/store.ts';
import { keepUnsavedWork, unsavedTitles } from '#src/lib/unsaved-work.ts';
import { countDrafts, deleteDrafts } from '#src/offline/drafts/drafts.ts';

/**
 * The forms that a person would leave unsaved: how many there are, and if all of them can be kept.
 */
export type UnsavedForms = { author: string; count: number; isKept: boolean };

/**
 * Saves typed input as drafts and counts this person's drafts on the device; `undefined` if there
 * are none.
 */
export async function unsavedForms(): Promise<UnsavedForms | undefined> {
  const author = useStore.getState().user.userData?._id;
  if (author === undefined) return undefined;
  const open = unsavedTitles().length;
  const isKept = await keepUnsavedWork();
  const count = isKept ? await countDrafts(author) : Math.max(open, await countDrafts(author));
  return count > 0 ? { author, count, isKept } : undefined;
}

type LeaveDialogProps = { unsaved: UnsavedForms | undefined; onStay: () => void };

/**
 * Asks before signing out with unsaved work if it shall be kept (sealed) or deleted; without a
 * network, warns that nobody can sign in again. Staying has the focus.
 */
export function LeaveDialog({ unsaved, onStay }: LeaveDialogProps) {
  const { t } = useTranslation('shell', { keyPrefix: 'leaving' });
  const [isLeaving, setLeaving] = useState(false);
  const [isAway] = useState(() => !navigator.onLine);
  const deleteAndLeave = async (author: string) => {
    setLeaving(true);
    leave();
    // The end of the session seals typed input; only after that can every draft be deleted.
    await keepUnsavedWork();
    await deleteDrafts(author);
  };
  return (
    <Dialog
      title={unsaved ? t('title', { count: unsaved.count }) : t('away')}
      description={[unsaved && t(unsaved.isKept ? 'kept' : 'notKept'), isAway && t('needsNetwork')]
        .filter(Boolean)
        .join(' ')}
      onClose={onStay}
      footer={
        <>
          <Button autoFocus onClick={onStay}>
            {t('stay')}
          </Button>
          {unsaved && (
            <Button disabled={isLeaving} onClick={() => void deleteAndLeave(unsaved.author)}>
              {t('delete')}
            </Button>
          )}
          {unsaved?.isKept !== false && (
            <Button look="solid" disabled={isLeaving} onClick={leave}>
              {t(unsaved ? 'keep' : 'leave')}
            </Button>
          )}
        </>
      }
    />
  );
}
