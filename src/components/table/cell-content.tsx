import type { ReactNode } from 'react';
import { DOT } from '#contract/words/dot.ts';
import { Face } from '#src/components/kit/face.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { Aside } from './aside.tsx';
import { cellText, type CellText, type ListColumn } from './columns.ts';
import styles from './table.module.css';

/** A word without Lao that is a code or a time with a hyphen, which names of classes have. */
const CODE = /(?:^|\s)[!-~]*[\dA-Z][-–][!-~–]*(?:\s|$)/;

/** Stands in a cell without a value; a card leaves it out. */
const NOTHING = '—';

function First({ text, tone, face }: CellText) {
  if (tone) return <Mark tone={tone} label={text} />;
  if (face || CODE.test(text)) return <WholeWords text={text} />;
  return text === NOTHING ? <span data-part="none">{text}</span> : text;
}

function SecondLine({ under, code, state }: Pick<CellText, 'under' | 'code' | 'state'>) {
  if (!under && !code && !state) return null;
  return (
    <span className={styles.second} data-part="second">
      {under && (
        <span data-part="under">
          <WholeWords text={under} />
        </span>
      )}
      {code && (
        <span data-part="code">
          {under && DOT}
          {code}
        </span>
      )}
      {/* The space stands outside, so that a full line breaks here and not before the code. */}
      {state && ' '}
      {state && (
        <span data-part="state">
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
  const words = cellText(column, row);
  const { aside, face } = words;
  const lines = (
    <>
      {link(
        <>
          <First {...words} />
          {aside && <Aside>{aside}</Aside>}
        </>,
      )}
      <SecondLine {...words} />
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
