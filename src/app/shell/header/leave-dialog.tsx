import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { leave } from '#src/app/routing/sign-in-address.ts';
import { useStore } from '#src/lib/store.ts';
import { keepUnsavedWork, unsavedTitles } from '#src/lib/unsaved-work.ts';
import { useModal } from '#src/lib/browser/use-modal.ts';
import { countDrafts, deleteDrafts } from '#src/offline/drafts/drafts.ts';
import controls from '#src/theme/controls.module.css';
import styles from '#src/theme/plain-dialog.module.css';

/** The forms that a person would leave unsaved: how many, and whether all of them can be kept. */
export type UnsavedForms = { author: string; count: number; isKept: boolean };

/** Puts what is typed into drafts and counts all of this person's on this device; `undefined` when there are none. */
export async function unsavedForms(): Promise<UnsavedForms | undefined> {
  const author = useStore.getState().user.userData?._id;
  if (author === undefined) return undefined;
  const open = unsavedTitles().length;
  const isKept = await keepUnsavedWork();
  const count = isKept ? await countDrafts(author) : Math.max(open, await countDrafts(author));
  return count > 0 ? { author, count, isKept } : undefined;
}

type LeaveDialogProps = { unsaved: UnsavedForms; onStay: () => void };

/** Before somebody signs out with something unsaved: keep it, sealed, or delete it. Staying has the focus. */
export function LeaveDialog({ unsaved: { author, count, isKept }, onStay }: LeaveDialogProps) {
  const { t } = useTranslation('shell', { keyPrefix: 'leaving' });
  const id = useId();
  const dialog = useModal(true);
  const [isLeaving, setLeaving] = useState(false);
  const deleteAndLeave = async () => {
    setLeaving(true);
    leave();
    // The end of the session seals the input; only then can every draft be deleted.
    await keepUnsavedWork();
    await deleteDrafts(author);
  };
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} aria-describedby={`${id}-text`} onCancel={onStay}>
      <h2 id={id}>{t('title', { count })}</h2>
      <p className={styles.text} id={`${id}-text`}>{t(isKept ? 'kept' : 'notKept')}</p>
      <div className={styles.actions}>
        <button type="button" autoFocus className={controls.button} onClick={onStay}>
          {t('stay')}
        </button>
        <button type="button" className={controls.button} disabled={isLeaving} onClick={() => void deleteAndLeave()}>
          {t('delete')}
        </button>
        {isKept && (
          <button type="button" className={`${controls.button} ${controls.solid}`} disabled={isLeaving} onClick={leave}>
            {t('keep')}
          </button>
        )}
      </div>
    </dialog>
  );
}
