import type { ReactNode } from 'react';
import { amountInWords } from '#contract/money/amount-in-words.ts';
import type { Paper } from '#contract/orders/papers.ts';
import { DOT } from '#contract/words/dot.ts';
import { QrCode } from '#src/components/print/qr-code.tsx';
import { checkText, formatDate, formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import {
  BothWords,
  PaperFigure,
  kip,
  LAK,
  MethodOf,
  PaperNames,
  rateText,
  tenderedText,
} from './paper-parts.tsx';
import { type PaperWord, paperWords } from './paper-words.ts';
import styles from './a5-footer.module.css';

/** A receipt says in words what it paid, an invoice its total; in both languages. */
function Words({ paper: { kind, receiptKind, receivedLAK, totalLAK } }: { paper: Paper }) {
  const amountLAK = kind === 'receipt' ? receivedLAK : totalLAK;
  return (
    <p className={styles.words}>
      {receiptKind === 'received' && (
        <span>
          <BothWords of="paidNow" />{' '}
          <b>
            {kip(amountLAK)} {LAK}
          </b>
        </span>
      )}
      <span lang="lo">{amountInWords(amountLAK, 'LAK', 'lo')}</span>
      <span lang="en">{amountInWords(amountLAK, 'LAK', 'en')}</span>
    </p>
  );
}

function Payments({ paper: { payments, change, toCreditLAK } }: { paper: Paper }) {
  if (payments.length === 0) return null;
  // What finance has not verified yet is not received.
  const isSure = payments.every(({ isPending }) => !isPending);
  return (
    <table className={styles.pays}>
      <thead>
        <tr>
          {(['payment', isSure ? 'tendered' : 'amount', 'rate', 'kip'] as const).map((word) => (
            <th key={word} scope="col">
              <BothWords of={word} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <tr key={`${payment._id}${payment.method}`}>
            <td>
              <MethodOf payment={payment} />
            </td>
            <td>
              {payment.method !== 'credit' && <PaperFigure>{tenderedText(payment)}</PaperFigure>}
            </td>
            <td>{rateText(payment)}</td>
            <td>{kip(payment.amountLAK)}</td>
          </tr>
        ))}
        {change.map(({ currency, amount, amountLAK }) => (
          <tr key={currency}>
            <td>
              <BothWords of="change" />
            </td>
            <td>
              <PaperFigure>{`${currency} ${showMoney(-amount, currency)}`}</PaperFigure>
            </td>
            <td />
            <td>{kip(-amountLAK)}</td>
          </tr>
        ))}
        {toCreditLAK > 0 && (
          <tr>
            <td colSpan={3}>
              <BothWords of="toCredit" />
            </td>
            <td>{kip(-toCreditLAK)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

const Fact = ({ word, children }: { word: PaperWord; children: ReactNode }) => (
  <div>
    <span>
      <BothWords of={word} />
    </span>
    <span>{children}</span>
  </div>
);

/** The paid sum, the sum to be verified, the balance, and its due dates. */
function Owing({ paper: { paidLAK, pendingLAK, dueLAK, dues, holdUntil } }: { paper: Paper }) {
  return (
    <div className={styles.owing}>
      <Fact word="paid">{kip(paidLAK)}</Fact>
      {pendingLAK > 0 && <Fact word="toBeVerified">{kip(pendingLAK)}</Fact>}
      <div className={styles.last}>
        <span>
          <BothWords of="due" />
        </span>
        <b>
          {kip(dueLAK)} <small>{LAK}</small>
        </b>
      </div>
      {dues.map(({ dueOn, amountLAK }) => (
        <Fact key={dueOn} word="dueDate">
          {dues.length > 1 && (
            <>
              {kip(amountLAK)}
              {DOT}
            </>
          )}
          {formatDate(dueOn)}
        </Fact>
      ))}
      {holdUntil !== null && <Fact word="holdUntil">{formatDateTime(holdUntil)}</Fact>}
      {pendingLAK > 0 && (
        <div className={styles.ifNot}>
          <BothWords of="ifRejected" /> <span>{kip(dueLAK + pendingLAK)}</span>
        </div>
      )}
    </div>
  );
}

type PayQr = NonNullable<Paper['payQr']>;
const payText = ({ amountLAK }: PayQr) => `${formatNumber(amountLAK)} ${LAK}`;

/**
 * The payee of the balance and the sum. The sum is printed because some QR codes do not contain it.
 */
const PayWords = ({ payQr }: { payQr: PayQr }) => (
  <p className={styles.payWords}>
    <b>
      <BothWords of="payHere" /> <PaperFigure>{payText(payQr)}</PaperFigure>
      {payQr.dueOn !== null && `${DOT}${formatDate(payQr.dueOn)}`}
    </b>
    {DOT}
    {payQr.bank}
    {DOT}
    {payQr.accountName}
    {DOT}
    <PaperFigure>{payQr.accountNo}</PaperFigure>
  </p>
);

function Codes({ paper: { code, check, number } }: { paper: Paper }) {
  return (
    <div className={styles.qr}>
      <QrCode text={code} label={code} quiet={2} />
      <small>{check === null ? number : <BothWords of="check" />}</small>
      {check !== null && <b>{checkText(check)}</b>}
    </div>
  );
}

/** Everything below the lines of an A5 paper. */
export function A5Footer({ paper }: { paper: Paper }) {
  const { kind, receiptKind, payQr, centre, branch } = paper;
  const isGivenBack = receiptKind === 'void' || receiptKind === 'refund';
  return (
    <>
      {kind !== 'statement' && payQr && <Words paper={paper} />}
      {kind !== 'statement' && <Payments paper={paper} />}
      <div className={styles.bottom}>
        <Codes paper={paper} />
        <div className={styles.middle}>
          {/* Between two codes the middle is too narrow for them. */}
          {kind !== 'statement' && !payQr && <Words paper={paper} />}
          {!isGivenBack && <Owing paper={paper} />}
        </div>
        {payQr && (
          <QrCode
            text={payQr.text}
            label={`${paperWords.payHere[1]}: ${payText(payQr)}`}
            className={styles.payQr}
          />
        )}
      </div>
      {payQr && <PayWords payQr={payQr} />}
      <div className={styles.sign}>
        <span>
          <BothWords of="payer" />
        </span>
        <span>
          <BothWords of="cashier" />
        </span>
      </div>
      <p className={styles.note}>
        {centre.note.lo === '' && centre.note.en === '' ? (
          <BothWords of="keep" />
        ) : (
          <PaperNames of={centre.note} />
        )}{' '}
        {branch.footer}
      </p>
    </>
  );
}
