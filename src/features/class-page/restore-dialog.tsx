import { Button } from '@chakra-ui/react/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClassSession } from '#contract/classes.ts';
import { Dialog } from '#src/components/feedback/dialog.tsx';
import { Writing } from '#src/lib/settle-write.ts';
import { OverrideField } from './session-dialog.tsx';
import styles from './session-dialog.module.css';
import { useSessionWords } from './session-words.ts';
import { useSessionWrite, type SessionBody } from './use-session-write.ts';

/** A cancelled or moved session takes place after all; `stand` is the one that was to take its place. */
export function RestoreDialog({ session, stand, onClose }: { session: ClassSession; stand: ClassSession | undefined; onClose: () => void }) {
  const { t } = useTranslation(['class-page', 'common']);
  const words = useSessionWords();
  const [writing] = useState(() => new Writing<SessionBody, ClassSession>());
  const [overrideReason, setOverrideReason] = useState('');
  const { problems, isRefused, isSending, send } = useSessionWrite(session, { writing, onDone: onClose });
  const inWords = (one: ClassSession) => `${words.day(one)}, ${words.times(one)}`;
  const problem = Object.values(problems)[0];
  return (
    <Dialog
      title={t('sessions.restoreTitle')}
      description={stand ? t('sessions.restoreMoved', { at: inWords(session), instead: inWords(stand) }) : t('sessions.restoreText', { at: inWords(session) })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button variant="solid" disabled={isSending} onClick={() => void send('restore', { overrideReason })}>
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
          {isRefused && <OverrideField problems={problems} value={overrideReason} onChange={setOverrideReason} />}
        </div>
      )}
    </Dialog>
  );
}
