import { priceCurrencies } from '#contract/money/currencies.ts';
import type { DayRecord } from '#contract/money/days.ts';
import type { CurrencySums } from '#contract/money/drawers.ts';
import { CHECK_LETTERS } from '#contract/words/paper-code.ts';
import { DOT } from '#contract/words/dot.ts';
import { PrintSheet } from '#src/components/print/print-sheet.tsx';
import { BothWords, CopyMark, PaperFigure, kip } from '#src/entities/paper/paper-parts.tsx';
import { paperWords } from '#src/entities/paper/paper-words.ts';
import { useSelfPrint } from '#src/entities/paper/print-when-ready.ts';
import { hasMoney } from '#src/entities/drawer/drawer-sums.ts';
import { SlipHead } from '#src/entities/paper/slip-paper.tsx';
import { checkText, formatDate, formatDateTime } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { allOf, receivedRows } from './received-rows.ts';
import styles from '#src/features/payment-history/payment-history.module.css';

const Cells = ({ sums }: { sums: CurrencySums }) =>
  priceCurrencies.map((currency) => (
    <td key={currency}>
      <PaperFigure>{showMoney(sums[currency], currency)}</PaperFigure>
    </td>
  ));

function Received({ day: { totals } }: { day: DayRecord }) {
  const rows = receivedRows(totals.received);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">
            <BothWords of="received" />
          </th>
          {priceCurrencies.map((currency) => (
            <th key={currency} scope="col">
              {currency}
            </th>
          ))}
          <th scope="col">
            <BothWords of="amountInKip" />
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ method, sums, amountLAK }) => (
          <tr key={method}>
            <th scope="row">
              <BothWords of={method} />
            </th>
            <Cells sums={sums} />
            <td>{kip(amountLAK)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            <BothWords of="total" />
          </th>
          <Cells sums={allOf(rows)} />
          <td>{kip(totals.receivedLAK)}</td>
        </tr>
        <tr>
          <th scope="row" colSpan={4}>
            <BothWords of="billed" />
          </th>
          <td>{kip(totals.billedLAK)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** Each drawer with its expected and counted sums, and its differences at opening and closing. */
function Drawers({ day: { totals } }: { day: DayRecord }) {
  const nothing = { LAK: 0, THB: 0, USD: 0 };
  return totals.drawers.map((drawer) => (
    <table key={drawer.shiftId}>
      <thead>
        <tr>
          <th scope="col">
            <BothWords of="drawer" /> {drawer.drawerName}
            {DOT}
            {drawer.closedBy}
          </th>
          {priceCurrencies.map((currency) => (
            <th key={currency} scope="col">
              {currency}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(
          [
            ...(drawer.openingDifference && hasMoney(drawer.openingDifference)
              ? [['openingDifference', drawer.openingDifference] as const]
              : []),
            ['expected', drawer.expected],
            ['counted', drawer.counted ?? nothing],
            ['difference', drawer.difference ?? nothing],
            ['toSafe', drawer.toSafe],
          ] as const
        ).map(([word, sums]) => (
          <tr key={word}>
            <th scope="row">
              <BothWords of={word} />
            </th>
            <Cells sums={sums} />
          </tr>
        ))}
      </tbody>
    </table>
  ));
}

function Slips({ day: { totals } }: { day: DayRecord }) {
  if (totals.slips.length === 0) return null;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col" colSpan={2}>
            <BothWords of="toBeVerified" />
          </th>
        </tr>
      </thead>
      <tbody>
        {totals.slips.map(
          ({ paymentId, orderNumber, payerName, bank, reference, currency, tendered }) => (
            <tr key={paymentId}>
              <th scope="row">
                {[orderNumber, payerName, bank, reference].filter(Boolean).join(DOT)}
              </th>
              <td>
                <PaperFigure>{`${showMoney(tendered, currency)} ${currency}`}</PaperFigure>
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

function Numbers({ day: { totals } }: { day: DayRecord }) {
  const { receipts, chain } = totals;
  const facts = [
    ['firstReceipt', receipts.first ?? '0'],
    ['lastReceipt', receipts.last ?? '0'],
    ['quantity', String(receipts.count)],
    ['chainLength', String(chain.length)],
    ['check', checkText(chain.head.slice(0, CHECK_LETTERS))],
  ] as const;
  return (
    <dl>
      {facts.map(([word, value]) => (
        <div key={word}>
          <dt>
            <BothWords of={word} />
          </dt>
          <dd>
            <PaperFigure>{value}</PaperFigure>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The paper of a closed day with its frozen figures; it prints itself once it is loaded. */
export function DayPaper({
  day,
  copy,
  onPrinted,
}: {
  day: DayRecord;
  copy: number;
  onPrinted: () => void;
}) {
  const language = useLanguage();
  useSelfPrint(onPrinted);
  const closing = day.acts.find(({ act }) => act === 'closed');
  return (
    <PrintSheet size="a5" label={paperWords.dayClosing[language === 'lo' ? 0 : 1]} isUnseen>
      <article className={styles.paper}>
        <SlipHead centre={day.centre} branch={day.branch} />
        <h2>
          <BothWords of="dayClosing" /> {day.branch.code} {formatDate(day.day)}{' '}
          <CopyMark copy={copy} />
        </h2>
        {closing && (
          <p>
            <BothWords of="closed" /> {formatDateTime(closing.at)} {closing.by}
          </p>
        )}
        <Received day={day} />
        <Numbers day={day} />
        <Drawers day={day} />
        <Slips day={day} />
        <div className={styles.signature}>
          <BothWords of="closed" /> {closing?.by}
        </div>
      </article>
    </PrintSheet>
  );
}
