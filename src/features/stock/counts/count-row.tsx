import { Check, CircleAlert, HardDrive, TriangleAlert, type LucideIcon } from 'lucide-react';
import { memo, type FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { CountLine } from '#contract/stock/stock-counts.ts';
import { QuantityBox } from '#src/features/stock/lines/quantity-box.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { stockCounted, countDifference, type TypedLine } from './typed-lines.ts';
import styles from './counts.module.css';

type MarkKind = 'exact' | 'short' | 'over' | 'kept' | 'problem';
const icons: Record<MarkKind, LucideIcon> = {
  exact: Check,
  short: CircleAlert,
  over: CircleAlert,
  kept: HardDrive,
  problem: TriangleAlert,
};

function Mark({ kind, text }: { kind: MarkKind; text: string }) {
  const Icon = icons[kind];
  return (
    <span className={styles.mark} data-is={kind}>
      <Icon aria-hidden size={14} strokeWidth={1.75} />
      {text}
    </span>
  );
}

type StateProps = { line: CountLine; typed: TypedLine | undefined; isBlind: boolean };

/**
 * The state of a line: only on this device, refused, not counted, or its difference from the books.
 */
function State({ line, typed, isBlind }: StateProps) {
  const { t } = useTranslation('stock');
  const difference = countDifference(line, typed);
  if (typed?.problem) return <Mark kind="problem" text={typed.problem} />;
  if (typed?.isLate) return <Mark kind="kept" text={t('counts.kept')} />;
  if (stockCounted(line, typed) === null)
    return <span className={styles.mark}>{t('counts.notCounted')}</span>;
  if (typed) return <span className={styles.mark}>{t('counts.typed')}</span>;
  if (isBlind || difference === null) return <Mark kind="exact" text={t('counts.isCounted')} />;
  if (difference === 0) return <Mark kind="exact" text={t('counts.exact')} />;
  const kind = difference < 0 ? 'short' : 'over';
  return <Mark kind={kind} text={t(`counts.${kind}`, { n: formatNumber(Math.abs(difference)) })} />;
}

const signed = (change: number) => (change > 0 ? `+${formatNumber(change)}` : formatNumber(change));

type CountRowProps = {
  line: CountLine;
  typed: TypedLine | undefined;
  name: string;
  sku: string;
  /** The stock in the books now; null in a blind count. */
  expected: number | null;
  isBlind: boolean;
  isLast: boolean;
  isWritable: boolean;
  onType: (productId: string, counted: TypedLine['counted']) => void;
  /** Called when the line loses the focus. */
  onLeave: (productId: string) => void;
};

function Row({
  line,
  typed,
  name,
  sku,
  expected,
  isBlind,
  isLast,
  isWritable,
  onType,
  onLeave,
}: CountRowProps) {
  const { t } = useTranslation('stock');
  const { productId, movedSince } = line;
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onLeave(productId);
  };
  return (
    <li className={styles.row} data-last={isLast || undefined} onBlur={leave}>
      <div className={styles.what}>
        <b>{name}</b>
        <small>{sku}</small>
      </div>
      <div className={styles.expected}>
        {expected !== null && (
          <>
            <span className={styles.label}>{t('counts.expected')} </span>
            {formatNumber(expected)}
          </>
        )}
        {movedSince !== 0 && <small>{t('counts.movedSince', { n: signed(movedSince) })}</small>}
      </div>
      <div className={styles.box}>
        <QuantityBox
          of={productId}
          label={t('counts.countedOf', { name })}
          value={stockCounted(line, typed)}
          least={0}
          disabled={!isWritable}
          onChange={(counted) => onType(productId, counted)}
        />
      </div>
      <div className={styles.difference}>
        <State line={line} typed={typed} isBlind={isBlind} />
      </div>
    </li>
  );
}

/** One product of a sheet; rendered again only when something about it changes. */
export const CountRow = memo(Row);
