import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { Button } from '#src/components/kit/button.tsx';
import { useModal } from '#src/lib/browser/use-modal.ts';
import { token } from '#src/lib/session/session.ts';
import { isWorkUnsafe, keepUnsavedWork, lostWork, unsavedTitles } from '#src/lib/unsaved-work.ts';
import styles from './leave-guard.module.css';

/** The dialog gives the focus to it; React would do so before the dialog is shown. */
const isFirst = (button: HTMLElement | null) => button?.setAttribute('autofocus', '');

type QuestionProps = { titles: readonly string[]; onStay: () => void; onLeave: () => void };

function Question({ titles, onStay, onLeave }: QuestionProps) {
  const { t } = useTranslation();
  const id = useId();
  const dialog = useModal(true);
  const [isKept, setKept] = useState<boolean>();
  useEffect(() => void keepUnsavedWork().then(setKept), []);
  const own = lostWork();
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      aria-describedby={`${id}-kept`}
      onCancel={onStay}
    >
      <h2 id={id}>{own?.title() ?? t('form.unsaved')}</h2>
      {titles.length > 1 && (
        <ul className={styles.text}>
          {titles.map((title, at) => (
            <li key={`${title} ${at}`}>{title}</li>
          ))}
        </ul>
      )}
      <p id={`${id}-kept`} className={styles.text}>
        {isKept !== undefined && (own?.lost?.() ?? t(isKept ? 'form.leaveKept' : 'form.leaveLost'))}
      </p>
      <div className={styles.actions}>
        <Button onClick={onLeave}>{t('form.leave')}</Button>
        <Button ref={isFirst} look="solid" onClick={onStay}>
          {t('form.stay')}
        </Button>
      </div>
    </dialog>
  );
}

const hold = (event: BeforeUnloadEvent) => {
  if (isWorkUnsafe()) event.preventDefault();
};

/**
 * Asks once before a link or Back leaves a page with unsaved work; before the tab closes, only if
 * some of it is not on the device. The router allows one such question at a time, so there is one
 * for the whole app. It does not hold up the end of a session, whose page is gone anyway.
 */
export function LeaveGuard() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const leaves =
      currentLocation.pathname + currentLocation.search !==
      nextLocation.pathname + nextLocation.search;
    return leaves && token() !== null && unsavedTitles().length > 0;
  });
  useEffect(() => {
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, []);
  if (blocker.state !== 'blocked') return null;
  return <Question titles={unsavedTitles()} onStay={blocker.reset} onLeave={blocker.proceed} />;
}
