import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportKind } from '#contract/imports/imports.ts';
import { IconButton } from '#src/components/kit/button.tsx';
import { useModal } from '#src/lib/browser/use-modal.ts';
import styles from './import.module.css';
import { ListFileStep } from './list-file-step.tsx';
import { ListReviewStep } from './list-review-step.tsx';

const steps = ['choose', 'check', 'run'] as const;
type Step = (typeof steps)[number];

function StepLine({ now }: { now: Step }) {
  const { t } = useTranslation('tables');
  return (
    <ol className={styles.steps} aria-label={t('import.steps')}>
      {steps.map((step, index) => (
        <li key={step} aria-current={step === now ? 'step' : undefined}>
          <span aria-hidden>{index + 1}</span>
          {t(`import.step.${step}`)}
        </li>
      ))}
    </ol>
  );
}

/**
 * The import of a list, over it: a file, its rows with everything that needs a person, and the way
 * back. It may be closed at any time, because the server keeps the file and goes on writing.
 */
export function ImportDialog({ kind, onClose }: { kind: ImportKind; onClose: () => void }) {
  const { t } = useTranslation(['tables', 'common']);
  const ref = useModal(true);
  const id = useId();
  const [moveId, setMoveId] = useState<string>();
  const [step, setStep] = useState<Step>('choose');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A screen reader announces the step.
    if (step !== 'choose') heading.current?.focus();
  }, [step]);
  const open = (next: string | undefined) => {
    setMoveId(next);
    setStep(next === undefined ? 'choose' : 'check');
  };
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      aria-labelledby={id}
      // A file picker inside fires `cancel` too when it is closed without a file.
      onCancel={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <header className={styles.header}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {t(`import.title.${kind}`)}
        </h2>
        <IconButton icon={X} label={t('common:action.close')} onClick={onClose} />
      </header>
      <StepLine now={step} />
      {moveId === undefined ? (
        <ListFileStep kind={kind} onOpen={open} />
      ) : (
        <ListReviewStep
          kind={kind}
          moveId={moveId}
          onClose={onClose}
          onStep={setStep}
          onBack={() => open(undefined)}
        />
      )}
    </dialog>
  );
}
