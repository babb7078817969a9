import { useTranslation } from 'react-i18next';
import styles from './table-skeleton.module.css';

const ROWS = 5;
/** Varies, because names differ in length. */
const WIDTHS = ['70%', '55%', '80%', '60%', '45%'];

/** A placeholder in the shape of a table, while the rows load. */
export function TableSkeleton({ columns }: { columns: number }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('loading')} className={styles.table}>
      <div className={styles.head} />
      {Array.from({ length: ROWS }, (_, row) => (
        <div
          key={row}
          className={styles.row}
          style={{ gridTemplateColumns: `repeat(${columns}, 1fr)` }}
        >
          {Array.from({ length: columns }, (_column, column) => (
            <div
              key={column}
              className={styles.cell}
              style={{ width: WIDTHS[(row + column) % WIDTHS.length] }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
