import { Fragment, useState, type ReactNode } from 'react';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import type { BothNames, Paper, PaperLine, PaperPayment } from '#contract/orders/papers.ts';
import { DOT } from '#contract/words/dot.ts';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { timeGroups } from '#src/entities/class/class-words.ts';
import { useCentreLogo } from '#src/lib/session/centre.ts';
import { formatDate, formatNumber, formatRate } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { BrandMark } from '#src/theme/brand-mark.tsx';
import { paperWords, weekdayNames, type PaperWord } from './paper-words.ts';
import styles from './paper.module.css';

/** A word on a paper: Lao, followed by smaller English. */
export function BothWords({ of: word }: { of: PaperWord }) {
  const [lo, en] = paperWords[word];
  return (
    <>
      <span lang="lo">{lo}</span> <i lang="en">{en}</i>
    </>
  );
}

/** A name in both languages, written once if both are the same. */
export function PaperNames({ of: { lo, en }, isPerson }: { of: BothNames; isPerson?: true }) {
  const [inLao, inEnglish] = isPerson
    ? [<WholeWords key="lo" text={lo} />, <WholeWords key="en" text={en} />]
    : [lo, en];
  return (
    <>
      {lo !== '' && <span lang="lo">{inLao}</span>}
      {lo !== '' && en !== '' && lo !== en && DOT}
      {en !== '' && lo !== en && <span lang="en">{inEnglish}</span>}
    </>
  );
}

/**
 * A person's name as written, and in Latin letters. The desk names a buyer without a name in the
 * clerk's language, which need not be the buyer's.
 */
export const PaperPerson = ({ of: { name, latin } }: { of: { name: string; latin: string } }) =>
  paperWords.walkIn.some((word) => word === name) ? (
    <BothWords of="walkIn" />
  ) : (
    <PaperNames isPerson of={{ lo: name, en: latin }} />
  );

/** A figure, left to right in every writing direction. */
export const PaperFigure = ({ children }: { children: ReactNode }) => (
  <bdi dir="ltr">{children}</bdi>
);

/** The code of the money of account. */
export const LAK = 'LAK';

export const kip = (amount: number): ReactNode => <PaperFigure>{formatNumber(amount)}</PaperFigure>;

/** The centre's logo, or the mark of BranchDesk; nothing if the logo cannot be fetched. */
export function Logo() {
  const logo = useCentreLogo();
  const [missing, setMissing] = useState<string>();
  if (logo === undefined) return <BrandMark />;
  if (logo === missing) return null;
  return <img src={logo} alt="" className={styles.logo} onError={() => setMissing(logo)} />;
}

/** The weekly times of a class in both languages. */
function Times({ slots }: Pick<NonNullable<PaperLine['place']>, 'slots'>) {
  return timeGroups(slots).map(({ weekdays, start, end }, at) => {
    const [lo, en] = ([0, 1] as const).map((language) =>
      weekdays.map((weekday) => weekdayNames[weekday - 1]?.[language]).join(' '),
    );
    return (
      <Fragment key={`${start}${end}`}>
        {at > 0 && ', '}
        <span lang="lo">{lo}</span> {en} <PaperFigure>{`${start}–${end}`}</PaperFigure>
      </Fragment>
    );
  });
}

/** The time, room and teacher of a class, for the family. */
export function PlaceOf({ line: { place, coversFrom, coversTo } }: { line: PaperLine }) {
  if (!place) return null;
  const [from, to] = [coversFrom ?? place.startDate, coversTo ?? place.endDate];
  return (
    <small className={styles.place}>
      <span>
        <Times slots={place.slots} />
        {place.room !== '' && (
          <>
            {DOT}
            <span lang="lo">{paperWords.room[0]}</span> {place.room}
          </>
        )}
      </span>{' '}
      <span>
        <PaperFigure>{`${formatDate(from)}–${formatDate(to)}`}</PaperFigure>
        {place.teacher.name !== '' && (
          <>
            {DOT}
            <PaperPerson of={place.teacher} />
          </>
        )}
      </span>
    </small>
  );
}

/** The method of a payment, and its bank reference. */
export function MethodOf({
  payment: { method, reference, isPending, receiptNumber },
}: {
  payment: PaperPayment;
}) {
  return (
    <>
      <BothWords of={method} />
      {reference !== '' && <PaperFigure>{` ${reference}`}</PaperFigure>}
      {receiptNumber !== null && (
        <>
          {DOT}
          <BothWords of="receipt" /> {receiptNumber}
        </>
      )}
      {isPending && (
        <>
          {DOT}
          <b>
            <BothWords of="toBeVerified" />
          </b>
        </>
      )}
    </>
  );
}

/** The foreign money handed over and its rate; kip needs neither. */
export const tenderedAtRate = (payment: Pick<PaperPayment, 'currency' | 'tendered' | 'rate'>) =>
  payment.currency === LAK ? LAK : `${tenderedText(payment)} × ${rateText(payment)}`;
export const changeText = ({ currency, amount }: { currency: PriceCurrency; amount: number }) =>
  currency === LAK ? LAK : `${currency} ${showMoney(amount, currency)}`;
export const tenderedText = ({ currency, tendered }: Pick<PaperPayment, 'currency' | 'tendered'>) =>
  `${currency} ${showMoney(tendered, currency)}`;
export const rateText = ({ currency, rate }: Pick<PaperPayment, 'currency' | 'rate'>) =>
  currency === 'LAK' ? '' : formatRate(rate);

/** The title of the paper. */
export const titleOf = ({ kind, receiptKind }: Pick<Paper, 'kind' | 'receiptKind'>): PaperWord =>
  receiptKind === 'refund' ? 'refund' : receiptKind === 'void' ? 'voidReceipt' : kind;

/** The number of the copy; the first print has no mark. */
export function CopyMark({ copy }: { copy: number }) {
  if (copy < 2) return null;
  return (
    <b className={styles.copy}>
      <span lang="lo">{`${paperWords.copy[0]} ${copy}`}</span>
      {DOT}
      {`${paperWords.copy[1]} ${copy}`}
    </b>
  );
}
