import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Blocker } from 'react-router-dom';
import { Button } from '#src/components/kit/button.tsx';
import { useModal } from '#src/lib/browser/use-modal.ts';
import { keepUnsavedWork, lostWork, unsavedTitles } from '#src/lib/unsaved-work.ts';
import styles from './leave-guard.module.css';

/** The dialog gives the focus to it; React would do so before the dialog is shown. */
const isFirst = (button: HTMLElement | null) => button?.setAttribute('autofocus', '');

type QuestionProps = { titles: readonly string[]; onStay: () => void; onLeave: () => void };

function Question({ titles, onStay, onLeave }: QuestionProps) {
  const { t } = useTranslation();
  const id = useId();
  // Back has raised it and is being undone, so it asks again.
  const dialog = useModal(true, { ignoresBack: true });
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

/** Asks if a page is left while the router holds the person back, and says what is lost. */
export function LeaveQuestion({ blocker }: { blocker: Blocker | undefined }) {
  if (blocker?.state !== 'blocked') return null;
  return <Question titles={unsavedTitles()} onStay={blocker.reset} onLeave={blocker.proceed} />;
}
