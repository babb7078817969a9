import type { ReactNode } from 'react';
import type { Paper, PaperLine, PaperStep } from '#contract/orders/papers.ts';
import { DOT } from '#contract/words/dot.ts';
import { formatDate } from '#src/lib/text/format.ts';
import { BothWords, kip, PaperNames, PaperPerson, PlaceOf } from './paper-parts.tsx';
import styles from './paper.module.css';

/**
 * A row of the table of an A5 paper, with the running total up to it, which a further page begins
 * with.
 */
export type A5Row = { key: string; isHeading: boolean; amountLAK: number; row: ReactNode };

const plain = (key: string, words: ReactNode, amountLAK: number): A5Row => ({
  key,
  isHeading: false,
  amountLAK,
  row: (
    <tr>
      <td>{words}</td>
      <td />
      <td>{kip(amountLAK)}</td>
    </tr>
  ),
});

function rowsOfLine(line: PaperLine): A5Row[] {
  const own: A5Row = {
    key: line._id,
    isHeading: false,
    amountLAK: line.amountLAK,
    row: (
      <tr>
        <td>
          <PaperNames of={line.name} />
          <PlaceOf line={line} />
        </td>
        <td>{line.quantity}</td>
        <td>{kip(line.amountLAK)}</td>
      </tr>
    ),
  };
  const under = line.under.map(({ _id, kind, name, amountLAK, reason }) =>
    plain(
      _id,
      <span className={styles.under}>
        {kind !== 'discount' && (
          <>
            <BothWords of="correction" />{' '}
          </>
        )}
        <PaperNames of={name} />
        {reason !== '' && <small>{reason}</small>}
      </span>,
      amountLAK,
    ),
  );
  return [own, ...under];
}

/** The charges: by student, then older orders paid by this receipt, then the cash rounding. */
function billRows({ groups, older, roundingLAK, voids, receiptKind, totalLAK }: Paper): A5Row[] {
  const own = groups.flatMap(({ student, lines }, at): A5Row[] => [
    {
      key: `group-${at}`,
      isHeading: true,
      amountLAK: 0,
      row: (
        <tr className={styles.whose}>
          <td colSpan={3}>
            {student ? <PaperPerson of={student} /> : <BothWords of="bought" />}
            {student && `${DOT}${student.code}`}
          </td>
        </tr>
      ),
    },
    ...lines.flatMap(rowsOfLine),
  ]);
  const words = (number: string, day: string) => (
    <>
      <BothWords of="restOf" /> {number}
      {DOT}
      {formatDate(day)}
    </>
  );
  const back =
    receiptKind === 'void' || receiptKind === 'refund'
      ? [
          plain(
            'back',
            <>
              <BothWords of="givenBack" /> {voids}
            </>,
            totalLAK,
          ),
        ]
      : [];
  const rounding =
    roundingLAK === 0 ? [] : [plain('rounding', <BothWords of="rounding" />, roundingLAK)];
  return [
    ...own,
    ...older.map(({ number, day, amountLAK }) => plain(number, words(number, day), amountLAK)),
    ...back,
    ...rounding,
  ];
}

const stepRow = (
  { at, name, method, receiptNumber, isPending, amountLAK, balanceLAK }: PaperStep,
  index: number,
): A5Row => ({
  key: String(index),
  isHeading: false,
  amountLAK,
  row: (
    <tr>
      <td>{formatDate(at)}</td>
      <td>
        {name && <PaperNames of={name} />}
        {method && <BothWords of={method} />}
        {receiptNumber !== null && `${DOT}${receiptNumber}`}
        {isPending && (
          <small>
            <BothWords of="toBeVerified" />
          </small>
        )}
      </td>
      <td>{kip(amountLAK)}</td>
      <td>{kip(balanceLAK)}</td>
    </tr>
  ),
});

export const a5Rows = (paper: Paper): A5Row[] =>
  paper.kind === 'statement' ? paper.steps.map(stepRow) : billRows(paper);

/** The headings of the columns; all but the first are over figures. */
export function HeadRow({ kind }: Pick<Paper, 'kind'>) {
  const words =
    kind === 'statement'
      ? (['date', 'item', 'kip', 'due'] as const)
      : (['item', 'quantity', 'kip'] as const);
  return (
    <tr>
      {words.map((word) => (
        <th key={word} scope="col">
          <BothWords of={word} />
        </th>
      ))}
    </tr>
  );
}

/** The sum carried over to the next page, or brought forward from the one before. */
export function CarriedRow({
  kind,
  word,
  sum,
}: Pick<Paper, 'kind'> & { word: 'carriedOver' | 'carriedForward'; sum: number }) {
  return (
    <tr className={styles.carried}>
      <td colSpan={kind === 'statement' ? 3 : 2}>
        <BothWords of={word} />
      </td>
      <td>{kip(sum)}</td>
    </tr>
  );
}
