import { useState } from 'react';
import type { AccountRow, FamilyAccount } from '#contract/orders/family-account.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { DOT } from '#contract/words/dot.ts';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { PrintSheet } from '#src/components/print/print-sheet.tsx';
import { PaperFigure, kip, Logo, PaperNames } from '#src/entities/paper/paper-parts.tsx';
import { useSelfPrint } from '#src/entities/paper/print-when-ready.ts';
import { useCentreNames } from '#src/lib/session/centre.ts';
import { formatDate, formatDateTime, formatNumber, formatRate } from '#src/lib/text/format.ts';
import { showDay } from '#src/lib/text/day.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { personName } from '#src/lib/text/person-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { kindWords, methodWords, statementWords } from './statement-words.ts';
import styles from './account.module.css';
import { WovenBand } from '#src/entities/paper/woven-band.tsx';

/** The number of texts on a page, two lines each. */
const TEXTS_PER_PAGE = 22;

/** The lines of an order that its row names. */
function namedLines({ lines }: AccountRow) {
  const charged = lines.filter((line) => line.kind !== 'discount' && line.kind !== 'rounding');
  return charged.length > 0 ? charged : lines;
}

/** Splits the rows into pages. A row of an order takes a text for each of its lines. */
function pagesOf(rows: readonly AccountRow[]): AccountRow[][] {
  const pages: AccountRow[][] = [[]];
  let used = 0;
  for (const row of rows) {
    const texts = row.kind === 'lines' ? Math.max(1, namedLines(row).length) : 1;
    if (used > 0 && used + texts > TEXTS_PER_PAGE) {
      pages.push([]);
      used = 0;
    }
    pages.at(-1)?.push(row);
    used += texts;
  }
  return pages;
}

function Both({ of: [lo, en] }: { of: readonly [string, string] }) {
  return (
    <>
      <span lang="lo">{lo}</span> <i lang="en">{en}</i>
    </>
  );
}

/** The text of a row, in both languages. */
function What({ row }: { row: AccountRow }) {
  const { payment, kind, creditLAK, isPending } = row;
  if (kind === 'lines')
    return namedLines(row).map(({ nameEn, nameLo, quantity, student }, at) => (
      <div key={at}>
        <PaperNames of={{ lo: nameLo, en: nameEn }} />
        {quantity > 1 && ` ×${quantity}`}
        {student && <WholeWords text={`${DOT}${personName(student, 'lo')}`} />}
      </div>
    ));
  const { method, reference, currency, tendered, rate } = payment ?? {};
  return (
    <>
      {kind !== 'payment' && <Both of={kindWords[kind]} />}
      {kind === 'credit' && <> {kip(creditLAK)}</>}
      {kind !== 'payment' && method !== undefined && DOT}
      {method !== undefined && <Both of={methodWords[method]} />} {reference}{' '}
      {currency !== undefined && currency !== 'LAK' && (
        <PaperFigure>{`${currency} ${showMoney(tendered ?? 0, currency)} × ${formatRate(rate ?? '')}`}</PaperFigure>
      )}
      {isPending && (
        <b>
          {' '}
          <Both of={statementWords.pending} />
        </b>
      )}
    </>
  );
}

function Rows({ rows }: { rows: readonly AccountRow[] }) {
  return rows.map((row) => (
    <tr key={row.key}>
      <td>{formatDate(row.at)}</td>
      <td>{row.receiptNumber ?? row.order?.number ?? ''}</td>
      <td>
        <What row={row} />
      </td>
      <td>{row.amountLAK > 0 && kip(row.amountLAK)}</td>
      <td>{row.amountLAK < 0 && kip(-row.amountLAK)}</td>
      <td>{kip(row.balanceLAK)}</td>
    </tr>
  ));
}

/** The last row: the debt minus the credit, and both sums separately if there is credit. */
function Sums({
  account: { chargedLAK, creditedLAK, balanceLAK, owedLAK, creditLAK },
}: {
  account: FamilyAccount;
}) {
  return (
    <tfoot>
      <tr>
        <td colSpan={3}>
          <Both of={creditLAK > 0 ? statementWords.dueLessCredit : statementWords.due} />
          {creditLAK > 0 && (
            <PaperFigure>{` ${formatNumber(owedLAK)} − ${formatNumber(creditLAK)}`}</PaperFigure>
          )}
        </td>
        <td>{kip(chargedLAK)}</td>
        <td>{kip(creditedLAK)}</td>
        <td>{kip(balanceLAK)}</td>
      </tr>
    </tfoot>
  );
}

/** Sums outside of the balance: held orders with their money, and other branches. */
function Apart({ account: { held, elsewhere } }: { account: FamilyAccount }) {
  return (
    <>
      {held.length > 0 && (
        <p>
          <Both of={statementWords.held} />
          {held.map(({ _id, number, totalLAK, paidLAK, pendingLAK }) => (
            <span key={_id} className={styles.apart}>
              {number}{' '}
              <PaperFigure>{`${formatNumber(totalLAK)} (${formatNumber(paidLAK + pendingLAK)})`}</PaperFigure>
            </span>
          ))}
        </p>
      )}
      {elsewhere.length > 0 && (
        <p>
          <Both of={statementWords.elsewhere} />
          {elsewhere.map(({ branchId, name, owedLAK, creditLAK }) => (
            <span key={branchId} className={styles.apart}>
              {name}: {statementWords.due[0]} {kip(owedLAK)}, {statementWords.credit[0]}{' '}
              {kip(creditLAK)}
            </span>
          ))}
        </p>
      )}
    </>
  );
}

function Head({ account: { payer, asOf, branchName } }: { account: FamilyAccount }) {
  const { en, lo } = useCentreNames();
  const [printedAt] = useState(() => new Date().toISOString());
  const facts = [
    [statementWords.payer, personName(payer, 'lo')],
    ...(payer.phone === '' ? [] : [[statementWords.phone, formatPhone(payer.phone)] as const]),
    [statementWords.asOf, showDay(asOf)],
    [statementWords.printed, formatDateTime(printedAt)],
  ] as const;
  return (
    <>
      <div className={styles.head}>
        <Logo />
        <div>
          {lo !== '' && <b lang="lo">{lo}</b>} {en !== lo && <b lang="en">{en}</b>}
          <div>{branchName}</div>
        </div>
      </div>
      <h2>
        <Both of={statementWords.title} />
      </h2>
      <dl className={styles.meta}>
        {facts.map(([word, value]) => (
          <div key={word[1]}>
            <dt>
              <Both of={word} />
            </dt>
            <dd>
              <PaperFigure>{value}</PaperFigure>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const columns = ['day', 'paper', 'what', 'charged', 'credited', 'balance'] as const;

/** The statement of a family on A4 in both languages; it prints itself once it is loaded. */
export function StatementPaper({
  account,
  onPrinted,
}: {
  account: FamilyAccount;
  onPrinted: () => void;
}) {
  const language = useLanguage();
  useSelfPrint(onPrinted);
  const { rows } = account;
  const pages = pagesOf(rows);
  return (
    <PrintSheet size="a4" label={statementWords.title[language === 'lo' ? 0 : 1]} isBare isUnseen>
      {pages.map((page, at) => (
        <article key={at} className={styles.page}>
          <WovenBand />
          <Head account={account} />
          <table>
            <thead>
              <tr>
                {columns.map((word) => (
                  <th key={word}>
                    <Both of={statementWords[word]} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <Rows rows={page} />
              {rows.length === 0 && (
                <tr>
                  <td colSpan={6}>
                    <Both of={statementWords.none} />
                  </td>
                </tr>
              )}
            </tbody>
            {at === pages.length - 1 && <Sums account={account} />}
          </table>
          {at === pages.length - 1 && <Apart account={account} />}
          <p className={styles.foot}>
            <Both of={statementWords.page} /> {`${at + 1}/${pages.length}`}
          </p>
        </article>
      ))}
    </PrintSheet>
  );
}
