import { useTranslation } from 'react-i18next';
import type { ListColumn } from '#src/components/table/columns.ts';
import styles from './list.module.css';
import type { ColumnChoice } from './use-column-choice.ts';

type ColumnPanelProps<Row> = {
  id: string;
  columns: readonly ListColumn<Row>[];
  choice: ColumnChoice<ListColumn<Row>>;
};

/** Lets a person choose the columns. The first one names the record and is always shown. */
export function ColumnPanel<Row>({ id, columns, choice }: ColumnPanelProps<Row>) {
  const { t } = useTranslation();
  return (
    <section id={id} className={styles.panel} aria-label={t('list.columns')}>
      <div className={styles.many}>
        {columns.slice(1).map(({ field, label }) => (
          <label key={field} className={styles.choice}>
            <input
              type="checkbox"
              checked={choice.isShown(field)}
              onChange={() => choice.toggle(field)}
            />
            {label}
          </label>
        ))}
      </div>
    </section>
  );
}
