import { CircleCheck, Plus, Printer } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import type {
  OfflineCashNote,
  VisitAnswer,
  VisitMoney,
  VisitUndone,
} from '#contract/desk/visit-answers.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Money } from '#src/components/kit/money.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { useDevicePaper } from '#src/entities/paper/device-paper.ts';
import { countPrint, usePaper, type PaperRef } from '#src/entities/paper/paper-queries.ts';
import { PaperSheet } from '#src/entities/paper/paper-sheet.tsx';
import { printWhenReady } from '#src/entities/paper/print-when-ready.ts';
import { PaidOrders, useReceivedWords } from '#src/entities/payment/received-money.tsx';
import { UndoVisit } from '#src/features/desk/undo/undo-visit.tsx';
import type { SavedVisit } from '#src/features/desk/use-visit.ts';
import { lowerBar } from '#src/lib/browser/own-bar.ts';
import { useNewRecordBranchId } from '#src/offline/branch-choice.ts';
import { formatDateTime, formatTime } from '#src/lib/text/format.ts';
import { failureText, readFailureText } from '#src/lib/request/failure-text.ts';
import { Segments } from '#src/components/kit/segments.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import styles from './done.module.css';
import { GivenBefore, LargeFigure, OwedBesides, paidOrdersOf, VisitSums } from './figures.tsx';

const FirstLessons = lazy(async () => ({
  default: (await import('./first-lessons.tsx')).FirstLessons,
}));
const CountedBefore = lazy(async () => ({
  default: (await import('#src/entities/drawer/counted-before.tsx')).CountedBefore,
}));

/** Prints the visit's paper. Each print is counted, and all but the first are copies. */
function usePrinting(paperRef: PaperRef | undefined) {
  const [copies, setCopies] = useState<Readonly<Record<string, number>>>({});
  const copy = paperRef ? (copies[paperRef.id] ?? 0) : 0;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const print = async () => {
    if (!paperRef || isBusy) return;
    setBusy(true);
    setFailure('');
    const counted = await countPrint(paperRef);
    setBusy(false);
    if (counted.outcome !== 'saved') return setFailure(failureText(counted));
    flushSync(() => setCopies((before) => ({ ...before, [paperRef.id]: counted.row.copy })));
    return void printWhenReady();
  };
  return { print, isAgain: copy > 0, copy, isBusy, failure };
}

const sizeWords = {
  '80mm': 'done.slip',
  a4: 'done.a5',
  'a4-across': 'done.a5',
  a5: 'done.a5',
} as const;

/** The print buttons, and the choice of paper if the branch uses two sizes. */
function PrintButtons({
  printing,
  choice: { sizes, size, choose },
  isReady,
}: {
  printing: ReturnType<typeof usePrinting>;
  choice: ReturnType<typeof useDevicePaper>;
  isReady: boolean;
}) {
  const { t } = useTranslation('desk');
  return (
    <>
      <Button
        icon={Printer}
        className={styles.act}
        disabled={!isReady || printing.isBusy}
        onClick={() => void printing.print()}
      >
        {t(printing.isAgain ? 'done.reprint' : 'done.print')}
      </Button>
      {sizes.length > 1 && (
        <Segments
          label={t('done.paper')}
          options={sizes.map((paper) => ({ value: paper, label: t(sizeWords[paper]) }))}
          value={size}
          onChoose={(paper) => choose(paper)}
        />
      )}
      <ErrorText role="alert">{printing.failure}</ErrorText>
    </>
  );
}

/** Tells the clerk which cash taken offline is expected in the open drawer, and why. */
function OfflineCash({
  note,
  isSigned,
  onSigned,
}: {
  note: OfflineCashNote;
  isSigned: boolean;
  onSigned: () => void;
}) {
  const { t } = useTranslation('desk');
  const { why, countedAt, inDrawer, offlineCashId, shiftId } = note;
  const branchId = useNewRecordBranchId();
  const sumIn = (currency: PriceCurrency) =>
    inDrawer.find((row) => row.currency === currency)?.amount ?? 0;
  return (
    <>
      <div role="status" hidden={isSigned}>
        <p>
          {t(`done.offline.${why}`, { at: countedAt === null ? '' : formatDateTime(countedAt) })}
        </p>
        {inDrawer.map(({ currency, amount }) => (
          <p key={currency}>
            <b>
              <Money amount={amount} currency={currency} />
            </b>
          </p>
        ))}
      </div>
      {offlineCashId !== undefined && shiftId !== undefined && (
        <Suspense fallback={null}>
          <div>
            <CountedBefore
              branchId={branchId}
              shiftId={shiftId}
              offlineCashId={offlineCashId}
              sums={{ LAK: sumIn('LAK'), THB: sumIn('THB'), USD: sumIn('USD') }}
              isOwn
              onSigned={onSigned}
            />
          </div>
        </Suspense>
      )}
    </>
  );
}

/** The papers of a visit: its receipt, else its invoice, else those of the orders that it paid. */
function papersOf({ order, receipt, money }: VisitAnswer): (PaperRef & { number: string })[] {
  if (receipt) return [{ kind: 'receipt', id: receipt._id, number: receipt.number }];
  return [...(order ? [{ orderId: order._id, number: order.number }] : (money?.paid ?? []))].map(
    ({ orderId, number }) => ({ kind: 'invoice', id: orderId, number }),
  );
}

/** The heading names the visit; the line below says which money came in. */
function useDoneWords({ order, money, change }: VisitAnswer): { heading: string; below: string } {
  const { t } = useTranslation('desk');
  const received = useReceivedWords()(money ?? noMoney, change).join(', ');
  if (!order) return { heading: received === '' ? t('done.noOrder') : received, below: '' };
  const word = order.state === 'held' ? 'held' : 'saved';
  return { heading: t(`done.${word}`, { number: order.number }), below: received };
}

const noMoney: VisitMoney = { received: [], creditLAK: 0, toCreditLAK: 0, paid: [] };

/** Chooses between the papers of several orders. */
function PaperChoice({
  papers,
  chosen,
  onChoose,
}: {
  papers: ReturnType<typeof papersOf>;
  chosen: PaperRef | undefined;
  onChoose: (id: string) => void;
}) {
  const { t } = useTranslation('payment');
  if (papers.length < 2) return null;
  return (
    <Segments
      label={t('got.paper')}
      options={papers.map(({ id, number }) => ({ value: id, label: number }))}
      value={chosen?.id}
      onChoose={(id) => onChoose(id)}
    />
  );
}

/**
 * The saved visit on the whole screen: the change, the sums, what is handed over, the paper, and
 * four buttons where the bar was.
 */
export function DonePanel({
  done,
  onNew,
  onUndone,
}: {
  done: SavedVisit;
  onNew: () => void;
  onUndone: (undone: VisitUndone, keepsMoney: boolean) => void;
}) {
  const { t } = useTranslation(['desk', 'common']);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { order, receipt, enrolments, money, offlineCash, at } = done.answer;
  const words = useDoneWords(done.answer);
  const papers = papersOf(done.answer);
  const [chosenId, choosePaper] = useState(papers[0]?.id);
  const chosen = papers.find(({ id }) => id === chosenId);
  const { data: paper, error, refetch } = usePaper(chosen);
  const choice = useDevicePaper(paper?.branch.paper);
  const printing = usePrinting(chosen);
  /** True once a second person signed that an earlier count had the cash; then no undo is left. */
  const [isSigned, setSigned] = useState(false);
  const placesIn = (...wanted: string[]) =>
    enrolments.filter(({ status }) => wanted.includes(status)).length;
  const held = placesIn('pending');
  const waiting = placesIn('waitlisted');
  const booked = enrolments.length - held - waiting;
  const placeWords = [
    booked > 0 && t('done.places', { count: booked }),
    held > 0 && t('done.heldPlaces', { count: held }),
    waiting > 0 && t('done.waiting', { count: waiting }),
  ].filter((word) => word !== false);
  const pieces = done.sent.taken ? 0 : (order?.givenPieces ?? 0);
  // The seat is held until then, as the paper says too.
  const holdUntil = order?.state === 'held' && paper?.holdUntil;
  const about = [receipt && t('done.receipt', { number: receipt.number }), formatTime(at)];
  return (
    <div className={styles.done}>
      <section className={styles.words} aria-labelledby="desk-done">
        <h2 id="desk-done" ref={heading} tabIndex={-1}>
          <CircleCheck aria-hidden size={32} />
          <span>
            <WholeWords text={words.heading} />
          </span>
        </h2>
        <p className={styles.about}>
          <WholeWords text={about.filter(Boolean).join(DOT)} />
        </p>
        <LargeFigure done={done} />
        {words.below !== '' && <p>{words.below}</p>}
        <GivenBefore done={done} />
        <VisitSums done={done} />
        <PaidOrders orders={paidOrdersOf(done.answer)} toCreditLAK={money?.toCreditLAK ?? 0} />
        <OwedBesides done={done} />
        {offlineCash && (
          <OfflineCash note={offlineCash} isSigned={isSigned} onSigned={() => setSigned(true)} />
        )}
        {enrolments.length + pieces > 0 && (
          <ul className={styles.ticks}>
            {placeWords.map((word) => (
              <li key={word}>{word}</li>
            ))}
            {holdUntil && <li>{t('done.heldUntil', { time: formatDateTime(holdUntil) })}</li>}
            {enrolments.length > 0 && (
              <Suspense fallback={null}>
                <FirstLessons done={done} />
              </Suspense>
            )}
            {pieces > 0 && <li>{t('done.handOver', { count: pieces })}</li>}
          </ul>
        )}
        <PaperChoice papers={papers} chosen={chosen} onChoose={choosePaper} />
      </section>
      <div className={styles.paper}>
        {paper ? (
          <PaperSheet paper={paper} size={choice.size} copy={printing.copy} />
        ) : (
          chosen && (
            <p role={error ? 'alert' : 'status'}>
              {error ? readFailureText(error) : t('common:loading')}
              {error && <Button onClick={() => void refetch()}>{t('common:action.retry')}</Button>}
            </p>
          )
        )}
      </div>
      <div ref={lowerBar} className={styles.foot} data-bar>
        {!isSigned && <UndoVisit done={done} onUndone={onUndone} className={styles.act} />}
        {chosen && (
          <PrintButtons printing={printing} choice={choice} isReady={paper !== undefined} />
        )}
        <Button icon={Plus} look="solid" className={styles.act} onClick={onNew}>
          {t('newVisit')}
        </Button>
      </div>
    </div>
  );
}
