import { CircleAlert, CircleCheck, Copy } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BYTE_ORDER_MARK, csvLine } from '#contract/csv.ts';
import type { ImportCheck, ImportKind, ImportRunInput } from '#contract/imports.ts';
import { saveFile } from '#src/lib/save-file.ts';
import controls from '#src/theme/controls.module.css';
import styles from './import.module.css';
import type { ImportStep, ImportWork } from './use-import.ts';

/** More lines than this nobody reads on a screen; the file has them all. */
const SHOWN = 200;

/** The problems as a table, at most as many as can be read. */
function Lines({ label, heads, lines, count }: { label: string; heads: string[]; lines: string[][]; count: number }) {
  const { t } = useTranslation('tables');
  return (
    <>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
        <table className={styles.table}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, SHOWN).map((cells, line) => (
              <tr key={line}>
                {cells.map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {count > SHOWN && <p className={styles.muted}>{t('import.check.more', { shown: SHOWN, count })}</p>}
    </>
  );
}

function Problems({ check, kind }: { check: ImportCheck; kind: ImportKind }) {
  const { t } = useTranslation('tables');
  const heads = [t('import.check.row'), t('import.check.field'), t('import.check.value'), t('import.check.problem')];
  const lines = check.problems.map(({ row, label, value, error }) => [String(row), label, value, error]);
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
      <p>{t('import.check.fix')}</p>
      <Lines label={t('import.check.problem')} heads={heads} lines={lines} count={check.problems.length} />
      <div className={styles.actions}>
        <button type="button" className={controls.button} onClick={download}>
          {t('import.check.download')}
        </button>
      </div>
    </section>
  );
}

type Choice = ImportRunInput['duplicates'];

function Duplicates({ check, choice, onChoose }: { check: ImportCheck; choice: Choice; onChoose: (choice: Choice) => void }) {
  const { t } = useTranslation('tables');
  const heads = [t('import.check.row'), t('import.check.person'), t('import.check.same'), t('import.check.problem')];
  const lines = check.duplicates.map(({ row, name, because, of }) => {
    const place = of.row === null ? of.code : t('import.check.inRow', { row: of.row });
    return [String(row), name, `${of.name} (${place})`, t(`import.check.${because}`)];
  });
  return (
    <section className={styles.section}>
      <h3>
        <Copy aria-hidden size={18} />
        {t('import.check.duplicates', { count: check.duplicateRows })}
      </h3>
      <Lines label={t('import.check.same')} heads={heads} lines={lines} count={check.duplicateRows} />
      {check.problemRows === 0 && (
        <div role="radiogroup" aria-label={t('import.check.same')} className={styles.choices}>
          {(['skip', 'add'] as const).map((one) => (
            <label key={one}>
              <input type="radio" name="duplicates" checked={choice === one} onChange={() => onChoose(one)} />
              {t(`import.check.${one}`)}
            </label>
          ))}
        </div>
      )}
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

type CheckStepProps = { work: ImportWork; at: Extract<ImportStep, { step: 'check' }>; kind: ImportKind };

/** What a dry run found. Only when nothing is wrong with any row can the file be imported. */
export function CheckStep({ work, at: { file, matching, check }, kind }: CheckStepProps) {
  const { t } = useTranslation(['tables', 'common']);
  const [choice, setChoice] = useState<Choice>('skip');
  const count = check.ready + (choice === 'add' ? check.duplicateRows : 0);
  const isClean = check.problemRows === 0;
  return (
    <>
      <div className={styles.body}>
        <Ready>{t('import.check.ready', { count: check.ready })}</Ready>
        {!isClean && <Problems check={check} kind={kind} />}
        {check.duplicateRows > 0 && <Duplicates check={check} choice={choice} onChoose={setChoice} />}
      </div>
      <footer className={styles.footer}>
        <button type="button" className={controls.button} onClick={() => work.match(file, matching)}>
          {t('common:action.back')}
        </button>
        {isClean ? (
          <button
            type="button"
            className={`${controls.button} ${controls.solid}`}
            disabled={count === 0}
            onClick={() => void work.run(file, { matching, duplicates: choice })}
          >
            {t('import.check.importing', { count })}
          </button>
        ) : (
          <button type="button" className={`${controls.button} ${controls.solid}`} onClick={work.restart}>
            {t('import.check.again')}
          </button>
        )}
      </footer>
    </>
  );
}
