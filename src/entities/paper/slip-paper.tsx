import type { ReactNode } from 'react';
import type { Paper, PaperGroup, PaperPayment } from '#contract/orders/papers.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { DOT } from '#contract/words/dot.ts';
import { QrCode } from '#src/components/print/qr-code.tsx';
import { checkText, formatDate, formatDateTime } from '#src/lib/text/format.ts';
import {
  BothWords,
  changeText,
  CopyMark,
  PaperFigure,
  kip,
  LAK,
  Logo,
  PaperNames,
  PaperPerson,
  PlaceOf,
  tenderedAtRate,
  titleOf,
} from './paper-parts.tsx';
import { paperWords } from './paper-words.ts';
import styles from './slip.module.css';

/** A row of a slip, with a sum at the end. */
export const SlipRow = ({ children, sum }: { children: ReactNode; sum: ReactNode }) => (
  <div className={styles.row}>
    <span>{children}</span>
    <b>{sum}</b>
  </div>
);

/** The centre and the branch at the top of a slip. */
export function SlipHead({
  centre,
  branch,
}: {
  centre: Pick<Paper['centre'], 'name' | 'taxNo'>;
  branch: Pick<Paper['branch'], 'name' | 'phone'>;
}) {
  return (
    <div className={styles.head}>
      <Logo />
      {centre.name.lo !== '' && <b lang="lo">{centre.name.lo}</b>}
      {centre.name.en !== centre.name.lo && <b lang="en">{centre.name.en}</b>}
      <span>
        <PaperNames of={branch.name} /> <PaperFigure>{formatPhone(branch.phone)}</PaperFigure>
      </span>
      {centre.taxNo !== '' && (
        <span>
          <BothWords of="taxNo" /> {centre.taxNo}
        </span>
      )}
    </div>
  );
}

function Facts({ paper }: { paper: Paper }) {
  const rows: [keyof typeof paperWords, ReactNode][] = [
    ['number', paper.number],
    ...(paper.kind === 'receipt'
      ? paper.orders.map((number): [keyof typeof paperWords, ReactNode] => ['order', number])
      : []),
    ['date', formatDateTime(paper.at)],
    ['cashier', paper.cashier],
    ['payer', <PaperPerson key="payer" of={paper.payer} />],
  ];
  return (
    <dl>
      {rows.map(([word, value], at) => (
        <div key={at}>
          <dt>
            <BothWords of={word} />
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Group({ group: { student, lines } }: { group: PaperGroup }) {
  return (
    <>
      <p className={styles.whose}>
        {student ? <PaperPerson of={student} /> : <BothWords of="bought" />}
        {student && <PaperFigure>{`${DOT}${student.code}`}</PaperFigure>}
      </p>
      {lines.map((line) => (
        <div key={line._id}>
          <SlipRow sum={kip(line.amountLAK)}>
            <PaperNames of={line.name} />
            {line.quantity > 1 && ` × ${line.quantity}`}
            <PlaceOf line={line} />
          </SlipRow>
          {line.under.map((part) => (
            <SlipRow key={part._id} sum={kip(part.amountLAK)}>
              {part.kind !== 'discount' && (
                <>
                  <BothWords of="correction" />{' '}
                </>
              )}
              <PaperNames of={part.name} />
            </SlipRow>
          ))}
        </div>
      ))}
    </>
  );
}

const Money = ({ payment }: { payment: PaperPayment }) => (
  <SlipRow sum={kip(payment.amountLAK)}>
    <BothWords of={payment.method} /> <PaperFigure>{tenderedAtRate(payment)}</PaperFigure>
    {payment.isPending && (
      <small>
        <BothWords of="toBeVerified" /> {payment.reference}
      </small>
    )}
  </SlipRow>
);

function Sums({ paper: { paidLAK, pendingLAK, dueLAK, dues, holdUntil } }: { paper: Paper }) {
  return (
    <div className={styles.sums}>
      <SlipRow sum={kip(paidLAK)}>
        <BothWords of="paid" />
      </SlipRow>
      {pendingLAK > 0 && (
        <SlipRow sum={kip(pendingLAK)}>
          <BothWords of="toBeVerified" />
        </SlipRow>
      )}
      <SlipRow sum={kip(dueLAK)}>
        <BothWords of="due" />
      </SlipRow>
      {pendingLAK > 0 && (
        <SlipRow sum={kip(dueLAK + pendingLAK)}>
          <BothWords of="ifRejected" />
        </SlipRow>
      )}
      {dues.map(({ dueOn, amountLAK }) => (
        <SlipRow key={dueOn} sum={kip(amountLAK)}>
          <BothWords of="dueDate" /> {formatDate(dueOn)}
        </SlipRow>
      ))}
      {holdUntil !== null && (
        <SlipRow sum={formatDateTime(holdUntil)}>
          <BothWords of="holdUntil" />
        </SlipRow>
      )}
    </div>
  );
}

function Check({ paper: { code, check, number } }: { paper: Paper }) {
  return (
    <div className={styles.check}>
      <QrCode text={code} label={code} quiet={2} />
      <span>
        <b>{check === null ? number : checkText(check)}</b>
        <small>
          <span lang="lo">{paperWords[check === null ? 'number' : 'check'][0]}</span>
          <br />
          {paperWords[check === null ? 'number' : 'check'][1]}
        </small>
      </span>
    </div>
  );
}

/** A receipt or a bill for an 80 mm counter printer. */
export function SlipPaper({ paper, copy }: { paper: Paper; copy: number }) {
  const { voided, groups, older, roundingLAK, payments, change, toCreditLAK, centre, branch } =
    paper;
  return (
    <article className={styles.slip}>
      {voided && (
        <div className={styles.bar}>
          <span lang="lo">{paperWords.void[0]}</span> {paperWords.void[1]}
        </div>
      )}
      <SlipHead centre={centre} branch={branch} />
      <h2>
        <BothWords of={titleOf(paper)} /> <span className={styles.code}>{branch.code}</span>
      </h2>
      <Facts paper={paper} />
      <section>
        {groups.map((group, at) => (
          <Group key={at} group={group} />
        ))}
        {older.map(({ number, amountLAK }) => (
          <SlipRow key={number} sum={kip(amountLAK)}>
            <BothWords of="restOf" /> {number}
          </SlipRow>
        ))}
        {paper.voids !== null && (
          <SlipRow sum="">
            <BothWords of="receipt" /> {paper.voids}
          </SlipRow>
        )}
        {paper.corrects !== null && (
          <SlipRow sum="">
            <BothWords of="inPlaceOf" /> {paper.corrects}
          </SlipRow>
        )}
        {roundingLAK !== 0 && (
          <SlipRow sum={kip(roundingLAK)}>
            <BothWords of="rounding" />
          </SlipRow>
        )}
      </section>
      <div className={styles.total}>
        <SlipRow sum={kip(paper.totalLAK)}>
          <BothWords of="total" /> {LAK}
        </SlipRow>
      </div>
      <section>
        {payments.map((payment) => (
          <Money key={`${payment._id}${payment.method}`} payment={payment} />
        ))}
        {change.map(({ currency, amount, amountLAK }) => (
          <SlipRow key={currency} sum={kip(-amountLAK)}>
            <BothWords of="change" /> <PaperFigure>{changeText({ currency, amount })}</PaperFigure>
          </SlipRow>
        ))}
        {toCreditLAK > 0 && (
          <SlipRow sum={kip(-toCreditLAK)}>
            <BothWords of="toCredit" />
          </SlipRow>
        )}
      </section>
      {paper.receiptKind !== 'void' && paper.receiptKind !== 'refund' && <Sums paper={paper} />}
      {paper.corrected && (
        <div className={styles.foot}>
          <b>
            <BothWords of="corrected" />{' '}
            {[formatDateTime(paper.corrected.at), paper.corrected.number].filter(Boolean).join(DOT)}
          </b>
        </div>
      )}
      <Check paper={paper} />
      <SlipFoot paper={paper} copy={copy} />
    </article>
  );
}

function SlipFoot({ paper: { voided, centre, branch }, copy }: { paper: Paper; copy: number }) {
  if (voided)
    return (
      <div className={styles.foot}>
        <span>
          <BothWords of="notValid" />
        </span>
        <b>
          <span lang="lo">{paperWords.void[0]}</span>{' '}
          {`· ${paperWords.void[1]} ${formatDateTime(voided.at)}`}
        </b>
        <CopyMark copy={copy} />
      </div>
    );
  return (
    <div className={styles.foot}>
      <span>
        {centre.note.lo === '' && centre.note.en === '' ? (
          <BothWords of="keep" />
        ) : (
          <PaperNames of={centre.note} />
        )}
      </span>
      {branch.footer !== '' && <span>{branch.footer}</span>}
      {copy > 1 ? (
        <CopyMark copy={copy} />
      ) : (
        <b>
          <span lang="lo">{paperWords.thanks[0]}</span>
          {DOT}
          {paperWords.thanks[1]}
        </b>
      )}
    </div>
  );
}
