import { useTranslation } from 'react-i18next';
import controls from '#src/theme/controls.module.css';
import styles from './import.module.css';
import type { ImportStep, ImportWork } from './use-import.ts';

type At = Extract<ImportStep, { step: 'match' }>;

function ColumnRow({ at, column, onChoose }: { at: At; column: number; onChoose: (field: string | null) => void }) {
  const { t } = useTranslation('tables');
  const { headings, firstRows, fields } = at.file;
  const heading = headings[column] || t('import.match.noHeading', { number: column + 1 });
  const first = firstRows.map((row) => row[column] ?? '').filter(Boolean);
  const chosen = at.matching[column] ?? '';
  const taken = new Set(at.matching.filter((field) => field !== null && field !== chosen));
  return (
    <tr>
      <th scope="row">
        {heading}
        <span className={styles.sample}>{first.slice(0, 3).join(' · ')}</span>
      </th>
      <td>
        <span className={controls.input}>
          <select aria-label={heading} value={chosen} onChange={(event) => onChoose(event.target.value || null)}>
            <option value="">{t('import.match.nothing')}</option>
            {fields.map(({ name, label }) => (
              <option key={name} value={name} disabled={taken.has(name)}>
                {label}
              </option>
            ))}
          </select>
        </span>
      </td>
    </tr>
  );
}

/** The field of each column of the file; a column whose heading is known has its field already. */
export function MatchStep({ work, at }: { work: ImportWork; at: At }) {
  const { t } = useTranslation(['tables', 'common']);
  const { file, matching } = at;
  const missing = file.fields.filter(({ name, required }) => required && !matching.includes(name));
  return (
    <>
      <div className={styles.body}>
        <p>{t('import.match.text', { count: file.rowCount, file: file.fileName })}</p>
        <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('import.step.match')}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('import.match.column')}</th>
                <th scope="col">{t('import.match.holds')}</th>
              </tr>
            </thead>
            <tbody>
              {file.headings.map((_heading, column) => (
                <ColumnRow
                  key={column}
                  at={at}
                  column={column}
                  onChoose={(field) => work.match(file, matching.with(column, field))}
                />
              ))}
            </tbody>
          </table>
        </div>
        <p role="status" className={missing.length > 0 ? controls.error : undefined}>
          {missing.length > 0 && t('import.match.missing', { fields: missing.map(({ label }) => label).join(', ') })}
          {work.busy && t('import.check.checking')}
        </p>
      </div>
      <footer className={styles.footer}>
        <button type="button" className={controls.button} onClick={work.restart}>
          {t('common:action.back')}
        </button>
        <button
          type="button"
          className={`${controls.button} ${controls.solid}`}
          disabled={work.busy || missing.length > 0}
          onClick={() => void work.check(file, matching)}
        >
          {t('import.match.next')}
        </button>
      </footer>
    </>
  );
}
