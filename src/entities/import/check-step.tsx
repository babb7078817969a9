import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BYTE_ORDER_MARK, csvLine } from '#contract/words/csv.ts';
import type { ImportCheck, ImportKind } from '#contract/imports/imports.ts';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { saveFile } from '#src/lib/browser/save-file.ts';
import { FileNotes } from './file-notes.tsx';
import { Duplicates, ParentMatches } from './found-people.tsx';
import styles from './import.module.css';
import { Lines } from './lines.tsx';
import { NameTitles } from './name-titles.tsx';
import { PickFile } from './pick-file.tsx';
import { Questions } from './questions.tsx';
import { SplitNames } from './split-names.tsx';
import { useChoices } from './use-choices.ts';
import type { ImportStep, ImportWork } from './use-import.ts';

function Problems({ check, kind }: { check: ImportCheck; kind: ImportKind }) {
  const { t } = useTranslation('tables');
  const isAsked = check.questions.some(({ settled }) => !settled);
  const heads = [
    t('import.check.row'),
    t('import.check.field'),
    t('import.check.value'),
    t('import.check.problem'),
  ];
  const lines = check.problems.map(({ row, label, value, error }) => [
    String(row),
    label,
    value,
    error,
  ]);
  const download = () => {
    const text = BYTE_ORDER_MARK + [heads, ...lines].map(csvLine).join('');
    saveFile(new Blob([text], { type: 'text/csv' }), `${kind}-problems.csv`);
  };
  return (
    <section className={styles.section}>
      <h3 className={styles.bad}>
        <CircleAlert aria-hidden size={18} />
        {t('import.check.problems', { count: check.problemRows })}
      </h3>
      <p>{t(isAsked ? 'import.check.answerFirst' : 'import.check.fix')}</p>
      <Lines
        label={t('import.check.problem')}
        heads={heads}
        lines={lines}
        count={check.problems.length}
      />
      <Toolbar>
        <Button onClick={download}>{t('import.check.download')}</Button>
      </Toolbar>
    </section>
  );
}

function Ready({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={styles.good}>
      <CircleCheck aria-hidden size={18} />
      {children}
    </p>
  );
}

type CheckStepProps = {
  work: ImportWork;
  at: Extract<ImportStep, { step: 'check' }>;
  kind: ImportKind;
};

/** The findings of a dry run. The file can be imported only when no row has a problem. */
export function CheckStep({ work, at: { file, matching, check, answers }, kind }: CheckStepProps) {
  const { t } = useTranslation(['tables', 'common']);
  const choices = useChoices(check);
  const { count } = choices;
  const isClean = check.problemRows === 0;
  const takeSheet = (sheet: string) =>
    void work.upload(file.chosen, { sheet, before: { file, matching } });
  return (
    <>
      <div className={styles.body}>
        <p role="status">{work.busy && t('import.choose.reading')}</p>
        <FileNotes file={file} isBusy={work.busy} onSheet={takeSheet} kind={kind} />
        <Questions
          questions={check.questions}
          isBusy={work.busy}
          onAnswer={(answer) => void work.check(file, matching, { ...answers, ...answer })}
        />
        {check.ready > 0 && <Ready>{t('import.check.ready', { count: check.ready })}</Ready>}
        {!isClean && <Problems check={check} kind={kind} />}
        {check.names.length > 0 && <SplitNames names={check.names} />}
        {check.titles.length > 0 && <NameTitles titles={check.titles} />}
        {check.duplicateRows > 0 && <Duplicates check={check} choices={choices} kind={kind} />}
        {check.parentMatches > 0 && <ParentMatches check={check} choices={choices} />}
      </div>
      <footer className={styles.footer}>
        <Button onClick={() => work.match(file, matching)}>{t('common:action.back')}</Button>
        {isClean ? (
          <Button
            look="solid"
            disabled={count === 0}
            onClick={() => void work.run(file, { matching, answers, ...choices.input })}
          >
            {t('import.check.importing', { count })}
          </Button>
        ) : (
          <PickFile
            label={t('import.check.again')}
            isBusy={work.busy}
            onPick={(corrected) => void work.upload(corrected, { before: { file, matching } })}
          />
        )}
      </footer>
    </>
  );
}
