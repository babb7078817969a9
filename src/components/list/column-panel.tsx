import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListColumn } from '#src/components/table/columns.ts';
import styles from './list.module.css';
import type { ColumnChoice } from './use-column-choice.ts';

type ColumnPanelProps<Row> = {
  columns: readonly ListColumn<Row>[];
  choice: ColumnChoice<ListColumn<Row>>;
};

/** The columns that a person may hide; the first one always stays. */
export function ColumnPanel<Row>({ columns, choice }: ColumnPanelProps<Row>) {
  const { t } = useTranslation();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    box.current?.querySelector('input')?.focus();
  }, []);
  return (
    <section ref={box} className={styles.panel} aria-label={t('list.columns')}>
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
