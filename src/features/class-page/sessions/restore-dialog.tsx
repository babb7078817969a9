import { useTranslation } from 'react-i18next';
import type { ClassSession } from '#contract/classes/classes.ts';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { OverrideField } from './session-dialog.tsx';
import styles from '#src/features/class-page/class-page.module.css';
import { useSessionWords } from './session-words.ts';
import { useSessionChange } from './use-session-change.ts';

/** Restores a cancelled or moved session; `stand` is its replacement. */
export function RestoreDialog({
  session,
  stand,
  onClose,
}: {
  session: ClassSession;
  stand: ClassSession | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation(['class-page', 'common']);
  const words = useSessionWords();
  const { texts, set, problems, isRefused, isSaving, send } = useSessionChange(session, {
    keepsDraft: false,
    onDone: onClose,
  });
  const { overrideReason } = texts;
  const inWords = (one: ClassSession) => `${words.day(one)}, ${words.times(one)}`;
  const problem = Object.values(problems)[0];
  return (
    <Dialog
      title={t('sessions.restoreTitle')}
      description={
        stand
          ? t('sessions.restoreMoved', { at: inWords(session), instead: inWords(stand) })
          : t('sessions.restoreText', { at: inWords(session) })
      }
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button
            look="solid"
            disabled={isSaving}
            onClick={() => void send('restore', { overrideReason })}
          >
            {t('sessions.restore')}
          </Button>
        </>
      }
    >
      {problem !== undefined && (
        <div className={styles.form}>
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
          {isRefused && (
            <OverrideField
              problems={problems}
              value={overrideReason}
              onChange={(next) => set({ overrideReason: next })}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}
