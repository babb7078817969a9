import { useTranslation } from 'react-i18next';
import styles from './skeleton.module.css';

type LineSkeletonProps = {
  /** In CSS; a line of text by default. */
  height?: string;
  width?: string;
};

/** The place of a line, a field or a picture that is still loading. */
export function LineSkeleton({ height, width }: LineSkeletonProps) {
  return <div className={styles.line} style={{ height, width }} />;
}

/** Varies, because names differ in length. */
const WIDTHS = ['70%', '55%', '80%', '60%', '45%'];
const ROWS = 5;
/** A placeholder in the shape of a table, while the rows load. */
export function TableSkeleton({ columns, rows = ROWS }: { columns: number; rows?: number }) {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      aria-label={t('loading')}
      className={styles.table}
      data-instead={t('print.late')}
    >
      <div className={styles.head} />
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          className={styles.row}
          style={{ gridTemplateColumns: `repeat(${columns}, 1fr)` }}
        >
          {Array.from({ length: columns }, (_column, column) => (
            <LineSkeleton key={column} width={WIDTHS[(row + column) % WIDTHS.length] ?? '100%'} />
          ))}
        </div>
      ))}
    </div>
  );
}
