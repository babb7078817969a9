import { CircleCheck, Plus, Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Sum } from '#src/components/money/sum.tsx';
import { useDevicePaper } from '#src/entities/paper/device-paper.ts';
import { countPrint, usePaper, type PaperRef } from '#src/entities/paper/paper-queries.ts';
import { PaperSheet } from '#src/entities/paper/paper-sheet.tsx';
import { printWhenReady } from '#src/entities/paper/print-when-ready.ts';
import styles from '#src/features/desk/desk.module.css';
import payStyles from '#src/features/desk/pay.module.css';
import { UndoVisit } from '#src/features/desk/undo/undo-visit.tsx';
import type { Done } from '#src/features/desk/use-visit.ts';
import { failureText, readFailureText } from '#src/lib/request/failure-text.ts';
import controls from '#src/theme/controls.module.css';

/** Prints the visit's paper. Each print is counted, and all but the first are copies. */
function usePrinting(of: PaperRef | undefined) {
  const [copy, setCopy] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const print = async () => {
    if (!of || isBusy) return;
    setBusy(true);
    setFailure('');
    const counted = await countPrint(of);
    setBusy(false);
    if (counted.outcome !== 'saved') return setFailure(failureText(counted));
    flushSync(() => setCopy(counted.row.copy));
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
      <button
        type="button"
        className={controls.button}
        disabled={!isReady || printing.isBusy}
        onClick={() => void printing.print()}
      >
        <Printer aria-hidden size={16} />
        {t(printing.isAgain ? 'done.reprint' : 'done.print')}
      </button>
      {sizes.length > 1 && (
        <div className={controls.segments} role="group" aria-label={t('done.paper')}>
          {sizes.map((paper) => (
            <button
              key={paper}
              type="button"
              aria-pressed={paper === size}
              onClick={() => choose(paper)}
            >
              {t(sizeWords[paper])}
            </button>
          ))}
        </div>
      )}
      <p role="alert" className={printing.failure === '' ? controls.unseen : controls.error}>
        {printing.failure}
      </p>
    </>
  );
}

/** The saved visit: number, change, paper, and the button for the next visit. */
export function DonePanel({
  done,
  onNew,
  onUndone,
}: {
  done: Done;
  onNew: () => void;
  onUndone: () => void;
}) {
  const { t } = useTranslation(['desk', 'common']);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { order, receipt, change, enrolments } = done.answer;
  const of: PaperRef | undefined = receipt
    ? { kind: 'receipt', id: receipt._id }
    : order
      ? { kind: 'invoice', id: order._id }
      : undefined;
  const { data: paper, error, refetch } = usePaper(of);
  const choice = useDevicePaper(paper?.branch.paper);
  const printing = usePrinting(of);
  return (
    <div className={payStyles.done}>
      <section className={payStyles.doneWords} aria-labelledby="desk-done">
        <h2 id="desk-done" ref={heading} tabIndex={-1}>
          <CircleCheck aria-hidden size={22} />
          {order
            ? t(`done.${order.state === 'held' ? 'held' : 'saved'}`, { number: order.number })
            : t('done.noOrder')}
        </h2>
        {receipt && <p>{t('done.receipt', { number: receipt.number })}</p>}
        {change.map(({ currency, amount }) => (
          <p key={currency} className={payStyles.change}>
            <span>{t('bar.change')}</span>
            <b>
              <Sum amount={amount} currency={currency} />
            </b>
          </p>
        ))}
        {enrolments.length > 0 && <p>{t('done.places', { count: enrolments.length })}</p>}
        <div className={styles.row}>
          <button type="button" className={`${controls.button} ${controls.solid}`} onClick={onNew}>
            <Plus aria-hidden size={16} />
            {t('newVisit')}
          </button>
          {of && <PrintButtons printing={printing} choice={choice} isReady={paper !== undefined} />}
          <UndoVisit done={done} onUndone={onUndone} />
        </div>
      </section>
      {paper ? (
        <PaperSheet paper={paper} size={choice.size} copy={printing.copy} />
      ) : (
        of && (
          <p role={error ? 'alert' : 'status'} className={styles.hint}>
            {error ? readFailureText(error) : t('common:loading')}
            {error && (
              <button type="button" className={controls.button} onClick={() => void refetch()}>
                {t('common:action.retry')}
              </button>
            )}
          </p>
        )
      )}
    </div>
  );
}
