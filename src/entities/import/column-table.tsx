import { useTranslation } from 'react-i18next';
import { DOT } from '#contract/words/dot.ts';
import { InputBox } from '#src/components/kit/field.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import styles from './import.module.css';

export type ColumnField = { name: string; label: string };
type ColumnTableProps = {
  headings: readonly string[];
  /** Samples from the first rows of a column. */
  samplesOf: (column: number) => readonly string[];
  fields: readonly ColumnField[];
  matching: readonly (string | null)[];
  onChoose: (column: number, field: string | null) => void;
};

function ColumnRow({
  column,
  headings,
  samplesOf,
  fields,
  matching,
  onChoose,
}: ColumnTableProps & { column: number }) {
  const { t } = useTranslation('tables');
  const heading = headings[column] || t('import.match.noHeading', { number: column + 1 });
  const chosen = matching[column] ?? '';
  const taken = new Set(matching.filter((field) => field !== null && field !== chosen));
  return (
    <tr>
      <th scope="row">
        {heading}
        <small>{samplesOf(column).slice(0, 3).join(DOT)}</small>
      </th>
      <td>
        <InputBox>
          <select
            aria-label={heading}
            value={chosen}
            onChange={(event) => onChoose(column, event.target.value || null)}
          >
            <option value="">{t('import.match.nothing')}</option>
            {fields.map(({ name, label }) => (
              <option key={name} value={name} disabled={taken.has(name)}>
                {label}
              </option>
            ))}
          </select>
        </InputBox>
      </td>
    </tr>
  );
}

/** Every column of a file with samples, and the field that a person assigns to it. */
export function ColumnTable(props: ColumnTableProps) {
  const { t } = useTranslation('tables');
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('import.step.match')}>
      <SmallTable>
        <thead>
          <tr>
            <th scope="col">{t('import.match.column')}</th>
            <th scope="col">{t('import.match.holds')}</th>
          </tr>
        </thead>
        <tbody>
          {props.headings.map((_heading, column) => (
            <ColumnRow key={column} {...props} column={column} />
          ))}
        </tbody>
      </SmallTable>
    </div>
  );
}
