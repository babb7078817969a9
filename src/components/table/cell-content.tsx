import type { ReactNode } from 'react';
import { Face } from '#src/components/kit/face.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { Aside } from './aside.tsx';
import { cellText, type CellText, type ListColumn } from './columns.ts';
import styles from './table.module.css';

function SecondLine({ under, code, state }: Pick<CellText, 'under' | 'code' | 'state'>) {
  if (!under && !code && !state) return null;
  return (
    <span className={styles.second} data-part="second">
      {under && <span data-part="under">{under}</span>}
      {code && (
        <span data-part="code">
          {under && ' · '}
          {code}
        </span>
      )}
      {state && (
        <span data-part="state">
          {' '}
          <Mark tone={state.tone} label={state.label} />
        </span>
      )}
    </span>
  );
}

type CellContentProps<Row> = {
  column: ListColumn<Row>;
  row: Row;
  /** Makes the name of the row a link; the line below it is none. */
  link?: ((name: ReactNode) => ReactNode) | undefined;
};

export function CellContent<Row>({ column, row, link = (name) => name }: CellContentProps<Row>) {
  if (column.cell) return link(column.cell(row));
  const { text, tone, aside, face, ...second } = cellText(column, row);
  const lines = (
    <>
      {link(
        <>
          {tone ? <Mark tone={tone} label={text} /> : text}
          {aside && <Aside>{aside}</Aside>}
        </>,
      )}
      <SecondLine {...second} />
    </>
  );
  if (!face) return lines;
  return (
    <span className={styles.faced} data-part="faced">
      <Face {...face} />
      <span>{lines}</span>
    </span>
  );
}
