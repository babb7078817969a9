import type { ReactNode } from 'react';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import styles from './report.module.css';

type CardTableProps = {
  label: string;
  head: readonly string[];
  /** The columns whose values align at the end; by default all but the first. */
  isEnd?: (column: number) => boolean;
  /** The column with the bars, which is the widest and never leaves. */
  isMain?: (column: number) => boolean;
  /** The columns that a narrow screen leaves out. */
  isSpare?: (column: number) => boolean;
  children: ReactNode;
};

const allButFirst = (column: number) => column > 0;
const none = () => false;

/**
 * A table of a report. If it is too wide it scrolls sideways; on a phone its rows are cards, in
 * which each cell names its column (`data-label`). A name with a single value fits as it is.
 */
export function CardTable({
  label,
  head,
  isEnd = allButFirst,
  isMain = none,
  isSpare = none,
  children,
}: CardTableProps) {
  return (
    <SmallTable label={label} isScrolling className={head.length > 2 ? styles.cards : undefined}>
      <thead>
        <tr>
          {head.map((text, column) => (
            <th
              key={column}
              scope="col"
              data-end={isEnd(column) || undefined}
              data-main={isMain(column) || undefined}
              data-spare={isSpare(column) || undefined}
            >
              {text}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </SmallTable>
  );
}
