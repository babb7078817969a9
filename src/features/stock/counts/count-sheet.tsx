import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CountLine, StockCount } from '#contract/stock/stock-counts.ts';
import { stockCountsList } from '#contract/stock/stock-counts-list.ts';
import { DOT } from '#contract/words/dot.ts';
import { SaveBar } from '#src/components/edit/save-bar.tsx';
import { Tick } from '#src/components/kit/tick.tsx';
import { Progress } from '#src/components/kit/progress.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { ProductFinder } from '#src/entities/product/product-finder.tsx';
import { LastScan } from '#src/features/stock/lines/last-scan.tsx';
import { useGoods, useLevels } from '#src/features/stock/use-goods.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useOnline } from '#src/offline/use-online.ts';
import { CountRow } from './count-row.tsx';
import { FinishCount } from './finish-count.tsx';
import { stockCounted, countSums, type TypedSheet } from './typed-lines.ts';
import { useCounting } from './use-counting.ts';
import { useTypedLines } from './use-typed-lines.ts';
import styles from './counts.module.css';

const MovedDialog = lazy(async () => ({
  default: (await import('./moved-dialog.tsx')).MovedDialog,
}));

/** The counts and the differences so far, as much as the person may know. */
function useSummary(count: StockCount, lines: readonly CountLine[], typed: TypedSheet['lines']) {
  const { t } = useTranslation('stock');
  const seesCost = useCan('products:cost');
  const { short, over, worth, counted } = useMemo(() => countSums(lines, typed), [lines, typed]);
  const left = lines.length - counted;
  const differences = count.blind
    ? ''
    : [
        t('counts.shortAndOver', { short: formatNumber(short), over: formatNumber(over) }),
        seesCost && t('counts.worth', { worth: formatNumber(worth) }),
      ]
        .filter(Boolean)
        .join(DOT);
  const rest =
    left > 0 ? t('counts.leftAsTheyAre', { n: formatNumber(left) }) : t('counts.allCounted');
  return { counted, differences, rest, text: [differences, rest].filter(Boolean).join('. ') };
}

function CountProgress({ counted, of }: { counted: number; of: number }) {
  const { t } = useTranslation('stock');
  const words = t('counts.progress', { count: of, n: formatNumber(counted), of: formatNumber(of) });
  return (
    <label className={styles.progress}>
      {words}
      <Progress value={counted} max={of} />
    </label>
  );
}

type SideProps = {
  count: StockCount;
  lines: readonly CountLine[];
  counted: number;
  counting: ReturnType<typeof useCounting>;
  typed: TypedSheet['lines'];
  paperTime: string;
  onPaperTime: (time: string) => void;
  onFound: (productId: string) => void;
};

/**
 * The panel beside the lines: the search, the last scan, the progress, and the time of a paper that
 * is being typed in.
 */
function Side({ lines, counted, counting, typed, paperTime, onPaperTime, onFound }: SideProps) {
  const { t } = useTranslation('stock');
  const goods = useGoods();
  const onSheet = useMemo(() => new Set(lines.map(({ productId }) => productId)), [lines]);
  const { last, scan, undo } = counting;
  const lastLine = lines.find(({ productId }) => productId === last?.productId);
  const lastCount = lastLine && stockCounted(lastLine, typed[lastLine.productId]);
  return (
    <div className={styles.side}>
      <ProductFinder
        label={t('counts.find')}
        isWanted={({ _id }) => onSheet.has(_id)}
        many
        onChoose={({ _id }) => {
          scan(_id);
          onFound(_id);
        }}
      />
      {last && (
        <LastScan
          name={goods.nameOf(last.productId)}
          count={typeof lastCount === 'number' ? lastCount : 0}
          at={last.at}
          onUndo={() => undo(last.productId)}
        />
      )}
      <CountProgress counted={counted} of={lines.length} />
      <PlainField
        label={t('counts.paperTime')}
        help={t('counts.paperTimeHelp')}
        type="time"
        value={paperTime}
        onChange={({ target }) => onPaperTime(target.value)}
      />
    </div>
  );
}

/** A sheet that is being counted. */
export function CountSheet({ count, lines }: { count: StockCount; lines: readonly CountLine[] }) {
  const { t } = useTranslation('stock');
  const online = useOnline();
  const isWritable = useCan(stockCountsList.write);
  const goods = useGoods();
  const levelOf = useLevels();
  const sheet = useTypedLines({ countId: count._id, lines, isWritable });
  const { typed, draft, moved } = sheet;
  const [paperTime, setPaperTime] = useState('');
  const [isOnlyLeft, setOnlyLeft] = useState(false);
  const counting = useCounting(lines, sheet, paperTime);
  const summary = useSummary(count, lines, typed);
  const list = useRef<HTMLUListElement>(null);
  const kept = Object.values(typed).filter(({ isLate }) => isLate).length;
  // A line that is being typed, or whose number was refused, stays.
  const shown = isOnlyLeft
    ? lines.filter((line) => line.counted === null || typed[line.productId] !== undefined)
    : lines;
  const goTo = (productId: string) =>
    requestAnimationFrame(() => {
      const box = list.current?.querySelector<HTMLInputElement>(
        `[data-quantity-of="${productId}"]`,
      );
      box?.scrollIntoView({ block: 'center' });
      if (!document.querySelector('dialog[open]')) box?.focus();
    });
  const movedLine = moved && typed[moved.productId];
  return (
    <>
      {draft.question && (
        <draft.question.Panel
          savedAt={draft.question.savedAt}
          isPerhapsSaved={draft.question.isPerhapsSaved}
          onResume={draft.question.resume}
          onDiscard={draft.question.discard}
        />
      )}
      <div className={styles.frame}>
        <div className={styles.sheet}>
          <Side
            count={count}
            lines={lines}
            counted={summary.counted}
            counting={counting}
            typed={typed}
            paperTime={paperTime}
            onPaperTime={setPaperTime}
            onFound={goTo}
          />
          <div>
            <Tick
              isLine
              checked={isOnlyLeft}
              onChange={({ target }) => setOnlyLeft(target.checked)}
            >
              {t('counts.onlyLeft')}
            </Tick>
            <ul ref={list} className={styles.rows} aria-label={t('counts.lines')}>
              <li className={styles.heads} aria-hidden>
                <span>{t('product')}</span>
                <span className={styles.expected}>{!count.blind && t('counts.expected')}</span>
                <span>{t('counts.counted')}</span>
                <span className={styles.difference}>{!count.blind && t('counts.difference')}</span>
              </li>
              {shown.map((line) => (
                <CountRow
                  key={line.productId}
                  line={line}
                  typed={typed[line.productId]}
                  name={goods.nameOf(line.productId)}
                  sku={goods.skuOf(line.productId)}
                  expected={
                    count.blind
                      ? null
                      : (line.expected ?? levelOf(line.productId, count.branchId)?.onHand ?? 0)
                  }
                  isBlind={count.blind}
                  isLast={counting.last?.productId === line.productId}
                  isWritable={isWritable}
                  onType={counting.put}
                  onLeave={counting.leave}
                />
              ))}
            </ul>
          </div>
        </div>
      </div>
      <SaveBar
        failure={undefined}
        isDirty={Object.keys(typed).length > 0}
        isKept={draft.isKept}
        summary={
          <>
            <strong>{summary.differences}</strong>
            <small>{summary.rest}</small>
          </>
        }
      >
        {kept > 0 && online && (
          <Button onClick={() => void sheet.sendAll()}>
            {t('counts.send', { n: formatNumber(kept) })}
          </Button>
        )}
        {isWritable && <FinishCount count={count} summary={summary.text} sendAll={sheet.sendAll} />}
      </SaveBar>
      <Suspense>
        {moved && movedLine && typeof movedLine.counted === 'number' && (
          <MovedDialog
            key={moved.productId}
            name={goods.nameOf(moved.productId)}
            counted={movedLine.counted}
            at={movedLine.at}
            rows={moved.rows}
            onAnswer={moved.answer}
            onClose={moved.close}
          />
        )}
      </Suspense>
    </>
  );
}
