import { CircleCheck, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ImportKind, ImportProgress } from '#contract/imports/imports.ts';
import { HelpText } from '#src/components/kit/field.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { Progress } from '#src/components/kit/progress.tsx';
import styles from './import.module.css';
import type { ImportStep, ImportWork } from './use-import.ts';
import { useUndoQuestion } from './use-undo-question.ts';

/** The progress of the server; before the first row there is nothing to measure. */
export function RunStep({ progress }: { progress: ImportProgress | undefined }) {
  const { t } = useTranslation('tables');
  const counted = progress && progress.total > 0 ? progress : undefined;
  return (
    <div className={styles.body}>
      <p role="status">{t('import.run.working')}</p>
      <Progress
        aria-label={t('import.run.working')}
        {...(counted && { value: counted.done, max: counted.total })}
      />
      <HelpText>
        {counted &&
          t('import.run.progress', {
            done: formatNumber(counted.done),
            total: formatNumber(counted.total),
          })}
      </HelpText>
      <p>{t('import.run.stay')}</p>
    </div>
  );
}

function CloseFooter({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <footer className={styles.footer}>
      <Button look="solid" onClick={onClose}>
        {t('action.close')}
      </Button>
    </footer>
  );
}

type DoneStepProps = {
  work: ImportWork;
  at: Extract<ImportStep, { step: 'done' }>;
  kind: ImportKind;
  onClose: () => void;
};

/** The number of rows that were added, and the way to undo the import. */
export function DoneStep({ work, at: { id, result }, kind, onClose }: DoneStepProps) {
  const { t } = useTranslation('tables');
  const { takeBack, dialog } = useUndoQuestion(work);
  return (
    <>
      <div className={styles.body}>
        <p role="status" className={styles.good}>
          <CircleCheck aria-hidden size={18} />
          {t('import.done.title', { count: result.added })}
        </p>
        {result.updated > 0 && <p>{t('import.done.updated', { count: result.updated })}</p>}
        {result.skipped > 0 && <p>{t('import.done.skipped', { count: result.skipped })}</p>}
        {kind === 'students' && (
          <p>
            {t('import.done.parents', { added: result.parentsAdded, linked: result.parentsLinked })}
          </p>
        )}
        <Toolbar>
          <Button icon={Undo2} disabled={work.busy} onClick={() => void takeBack(id)}>
            {t('import.done.undo')}
          </Button>
        </Toolbar>
        <HelpText>{work.busy ? t('import.done.undoing') : t('import.done.undoText')}</HelpText>
      </div>
      <CloseFooter onClose={onClose} />
      {dialog}
    </>
  );
}

/** Confirms that nothing of the import is left. */
export function UndoneStep({ removed, onClose }: { removed: number; onClose: () => void }) {
  const { t } = useTranslation('tables');
  return (
    <>
      <div className={styles.body}>
        <p role="status">{t('import.done.undone', { count: removed })}</p>
      </div>
      <CloseFooter onClose={onClose} />
    </>
  );
}
