import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { upperBar } from '#src/lib/browser/own-bar.ts';
import { steps, type DeskStep } from './places.ts';
import styles from './steps.module.css';

/** The three steps of a visit on a phone; each is one press away, in any order. */
export function Steps({
  at,
  isDone,
  onStep,
}: {
  at: DeskStep;
  isDone: Readonly<Record<DeskStep, boolean>>;
  onStep: (step: DeskStep) => void;
}) {
  const { t } = useTranslation('desk');
  const words = { who: t('who.title'), what: t('what.title'), pay: t('pay.title') };
  return (
    <nav ref={upperBar} className={styles.steps} data-bar aria-label={t('steps')}>
      {steps.map((step, no) => (
        <button
          key={step}
          type="button"
          aria-current={step === at ? 'step' : undefined}
          onClick={() => onStep(step)}
        >
          <span className={styles.no} data-done={isDone[step] && step !== at} aria-hidden>
            {isDone[step] && step !== at ? <Check size={14} /> : no + 1}
          </span>
          {words[step]}
        </button>
      ))}
    </nav>
  );
}
