import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { HelpText } from '#src/components/kit/field.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import styles from './import.module.css';

/** Nobody reads more lines on a screen; the file has all of them. */
const SHOWN = 200;

/** Rows of a file as a table, up to a readable number. */
export function Lines({
  label,
  heads,
  lines,
  count,
}: {
  label: string;
  heads: string[];
  lines: ReactNode[][];
  count: number;
}) {
  const { t } = useTranslation('tables');
  return (
    <>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
        <SmallTable>
          <thead>
            <tr>
              {heads.map((head, column) => (
                <th key={column} scope="col">
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
        </SmallTable>
      </div>
      {count > SHOWN && <HelpText>{t('import.check.more', { shown: SHOWN, count })}</HelpText>}
    </>
  );
}
