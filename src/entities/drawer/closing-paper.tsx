import type { ReactNode } from 'react';
import { priceCurrencies } from '#contract/money/currencies.ts';
import type { CurrencySums, ShiftRecord } from '#contract/money/drawers.ts';
import { DOT } from '#contract/words/dot.ts';
import { PrintSheet } from '#src/components/print/print-sheet.tsx';
import { devicePaper } from '#src/entities/paper/device-paper.ts';
import { BothWords, CopyMark, PaperFigure } from '#src/entities/paper/paper-parts.tsx';
import { paperWords, type PaperWord } from '#src/entities/paper/paper-words.ts';
import { useSelfPrint } from '#src/entities/paper/print-when-ready.ts';
import { SlipHead, SlipRow } from '#src/entities/paper/slip-paper.tsx';
import slip from '#src/entities/paper/slip.module.css';
import { formatDate, formatDateTime } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { minus, rowsOfExpected, noMoney, type DrawerSumRow } from './drawer-sums.ts';
import styles from './drawer-parts.module.css';

const paidOutWords = {
  expense: 'expense',
  safe: 'toSafe',
  bank: 'toBank',
  otherDrawer: 'otherDrawer',
  countedBefore: 'countedBefore',
} as const satisfies Record<NonNullable<DrawerSumRow['paidOutKind']>, PaperWord>;
const kindWords = {
  float: 'float',
  tender: 'cashReceived',
  change: 'change',
  refund: 'givenBack',
  tenderReversed: 'tenderReversed',
  changeReversed: 'changeReversed',
  paidIn: 'paidIn',
  paidOut: 'expense',
} as const satisfies Record<DrawerSumRow['kind'], PaperWord>;
const wordOf = ({ kind, paidOutKind }: DrawerSumRow): PaperWord =>
  paidOutKind === null ? kindWords[kind] : paidOutWords[paidOutKind];

/** A row for every currency with an amount; an empty row says 0 kip. */
function Rows({ of: word, sums }: { of: PaperWord; sums: CurrencySums }) {
  const shown = priceCurrencies.filter(
    (currency) => sums[currency] !== 0 || (currency === 'LAK' && sums.THB === 0 && sums.USD === 0),
  );
  return shown.map((currency, at) => (
    <SlipRow
      key={currency}
      sum={<PaperFigure>{`${showMoney(sums[currency], currency)} ${currency}`}</PaperFigure>}
    >
      {at === 0 && <BothWords of={word} />}
    </SlipRow>
  ));
}

function Facts({ rows }: { rows: readonly (readonly [PaperWord, ReactNode])[] }) {
  return (
    <dl>
      {rows.map(([word, value]) => (
        <div key={word}>
          <dt>
            <BothWords of={word} />
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const Signature = ({ of: word, name }: { of: PaperWord; name: string }) => (
  <div className={styles.signature}>
    <span>
      <BothWords of={word} /> {name}
    </span>
  </div>
);

function Slip({ shift, copy }: { shift: ShiftRecord; copy: number }) {
  const { closing, counts, difference, centre, branch } = shift;
  const [counted, left] = [counts ?? noMoney, closing?.left ?? noMoney];
  return (
    <article className={slip.slip}>
      <SlipHead centre={centre} branch={branch} />
      <h2>
        <BothWords of="drawerClosing" /> <span className={slip.code}>{branch.code}</span>
        <CopyMark copy={copy} />
      </h2>
      <Facts
        rows={[
          ['drawer', shift.drawerName],
          ['day', formatDate(shift.day)],
          ['opened', `${formatDateTime(shift.openedAt)} ${shift.openedBy}`],
          ['closed', `${formatDateTime(shift.closedAt ?? shift.openedAt)} ${shift.closedBy ?? ''}`],
        ]}
      />
      <section>
        {rowsOfExpected(shift).map((row) => (
          <Rows key={row.key} of={wordOf(row)} sums={row.sums} />
        ))}
      </section>
      <div className={slip.total}>
        <Rows of="expected" sums={shift.expected ?? noMoney} />
      </div>
      <div className={slip.sums}>
        <Rows of="counted" sums={counted} />
        <Rows of="difference" sums={difference ?? noMoney} />
      </div>
      <section>
        <Rows of="staysAsFloat" sums={left} />
        <Rows of="toSafe" sums={minus(counted, left)} />
      </section>
      {closing && closing.reason + closing.acceptReason !== '' && (
        <section>
          <Facts
            rows={[
              [
                'reason',
                [
                  closing.reason,
                  closing.acceptReason === closing.reason ? '' : closing.acceptReason,
                ]
                  .filter(Boolean)
                  .join(DOT),
              ],
            ]}
          />
        </section>
      )}
      <Signature of="countedBy" name={shift.closedBy ?? ''} />
      {closing !== null && closing.safeReceivedBy !== '' && (
        <Signature of="safeReceivedBy" name={closing.safeReceivedBy} />
      )}
      {closing?.acceptedBy && <Signature of="acceptedBy" name={closing.acceptedBy} />}
      {shift.toBeAccepted && (
        <div className={slip.foot}>
          <b>
            <BothWords of="toBeAccepted" />
          </b>
        </div>
      )}
    </article>
  );
}

/** The paper of a closed drawer, which prints itself as soon as it is ready. */
export function ClosingPaper({
  shift,
  copy,
  onPrinted,
}: {
  shift: ShiftRecord;
  copy: number;
  onPrinted: () => void;
}) {
  const language = useLanguage();
  useSelfPrint(onPrinted);
  return (
    <PrintSheet
      size={devicePaper(shift.branch.paper)}
      label={paperWords.drawerClosing[language === 'lo' ? 0 : 1]}
      isUnseen
    >
      <Slip shift={shift} copy={copy} />
    </PrintSheet>
  );
}
