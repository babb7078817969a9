import { useTranslation } from 'react-i18next';
import type { ImportKind } from '#contract/imports/imports.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { ColumnTable } from './column-table.tsx';
import { FileNotes } from './file-notes.tsx';
import styles from './import.module.css';
import type { ImportStep, ImportWork } from './use-import.ts';

type At = Extract<ImportStep, { step: 'match' }>;

/** The field of each column of the file; a column whose heading is known has its field already. */
export function MatchStep({ work, at, kind }: { work: ImportWork; at: At; kind: ImportKind }) {
  const { t } = useTranslation(['tables', 'common']);
  const { file, matching } = at;
  const filled = file.fields
    .filter(({ name }) => matching.includes(name))
    .flatMap(({ fills }) => fills);
  const missing = file.fields.filter(
    ({ name, required }) => required && !matching.includes(name) && !filled.includes(name),
  );
  return (
    <>
      <div className={styles.body}>
        <p>{t('import.match.text', { count: file.rowCount, file: file.fileName })}</p>
        <FileNotes
          file={file}
          isBusy={work.busy}
          onSheet={(sheet) => void work.upload(file.chosen, { sheet })}
          kind={kind}
        />
        <ColumnTable
          headings={file.headings}
          samplesOf={(column) => file.firstRows.map((row) => row[column] ?? '').filter(Boolean)}
          fields={file.fields}
          matching={matching}
          onChoose={(column, field) => work.match(file, matching.with(column, field))}
        />
        <div role="status">
          {missing.length > 0 && (
            <ErrorText>
              {t('import.match.missing', { fields: missing.map(({ label }) => label).join(', ') })}
            </ErrorText>
          )}
          {work.busy && t('import.check.checking')}
        </div>
      </div>
      <footer className={styles.footer}>
        <Button onClick={work.restart}>{t('common:action.back')}</Button>
        <Button
          look="solid"
          disabled={work.busy || missing.length > 0}
          onClick={() => void work.check(file, matching)}
        >
          {t('import.match.next')}
        </Button>
      </footer>
    </>
  );
}
