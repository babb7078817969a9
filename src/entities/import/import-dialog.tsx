import { X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportKind } from '#contract/imports/imports.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { IconButton } from '#src/components/kit/button.tsx';
import { useModal } from '#src/lib/browser/use-modal.ts';
import { CheckStep } from './check-step.tsx';
import { ChooseStep } from './choose-step.tsx';
import { DoneStep, RunStep, UndoneStep } from './end-steps.tsx';
import styles from './import.module.css';
import { MatchStep } from './match-step.tsx';
import { useImport, type ImportWork } from './use-import.ts';

const steps = ['choose', 'match', 'check', 'run'] as const;

function StepLine({ at }: { at: ImportWork['at']['step'] }) {
  const { t } = useTranslation('tables');
  const now = at === 'done' || at === 'undone' ? 'run' : at;
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

function Step({
  work,
  kind,
  onClose,
}: {
  work: ImportWork;
  kind: ImportKind;
  onClose: () => void;
}) {
  const { at } = work;
  switch (at.step) {
    case 'choose':
      return <ChooseStep work={work} kind={kind} />;
    case 'match':
      return <MatchStep work={work} at={at} kind={kind} />;
    case 'check':
      return <CheckStep key={at.file._id} work={work} at={at} kind={kind} />;
    case 'run':
      return <RunStep progress={at.progress} />;
    case 'done':
      return <DoneStep work={work} at={at} kind={kind} onClose={onClose} />;
    case 'undone':
      return <UndoneStep removed={at.removed} onClose={onClose} />;
  }
}

/** The steps of an import, over its list. The dialog cannot be closed while the import runs. */
export function ImportDialog({ kind, onClose }: { kind: ImportKind; onClose: () => void }) {
  const { t } = useTranslation(['tables', 'common']);
  const ref = useModal(true);
  const id = useId();
  const work = useImport(kind);
  const isRunning = work.at.step === 'run';
  const heading = useRef<HTMLHeadingElement>(null);
  const step = work.at.step;
  // A corrected file may lead to the same step as the one before it.
  const fileId = 'file' in work.at ? work.at.file._id : undefined;
  useEffect(() => {
    // A screen reader announces the step.
    if (step !== 'choose') heading.current?.focus();
  }, [step, fileId]);
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      aria-labelledby={id}
      // A file picker inside fires `cancel` too when it is closed without a file.
      onCancel={({ target, currentTarget }) => target === currentTarget && !isRunning && onClose()}
    >
      <header className={styles.header}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {t(`import.title.${kind}`)}
        </h2>
        <IconButton
          icon={X}
          disabled={isRunning}
          label={t('common:action.close')}
          onClick={onClose}
        />
      </header>
      <StepLine at={step} />
      {work.failed && (
        <div className={styles.failed}>
          <ErrorText role="alert">{work.failed}</ErrorText>
        </div>
      )}
      <Step work={work} kind={kind} onClose={onClose} />
    </dialog>
  );
}
