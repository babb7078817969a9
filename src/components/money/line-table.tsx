import { Minus, Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#src/components/kit/button.tsx';
import { Money } from '#src/components/kit/money.tsx';
import { withWholeCodes } from '#src/components/kit/whole-codes.tsx';
import styles from './money.module.css';

/** A line of a bill. */
export type TableLine = {
  id: string;
  name: string;
  detail?: ReactNode;
  /** Absent if there can only be one. */
  quantity?: number;
  maxQuantity?: number;
  /** The line's amount, in minor units. */
  amount: number;
  /** The reason why it cannot be removed. */
  kept?: string;
  /** Its own buttons, below it. */
  acts?: ReactNode;
};

type LineTableProps = {
  label: string;
  lines: readonly TableLine[];
  currency: string;
  onQuantity?: (id: string, quantity: number) => void;
  onRemove?: (id: string) => void;
  /** Opens a line for changes beyond its quantity; `openId` is the open one. */
  onOpen?: (id: string) => void;
  openId?: string | undefined;
  /** The totals. */
  children?: ReactNode;
};

function Quantity({ line, onChange }: { line: TableLine; onChange: (quantity: number) => void }) {
  const { t } = useTranslation();
  const { name, quantity = 1, maxQuantity = Infinity } = line;
  return (
    <div
      dir="ltr"
      role="group"
      aria-label={t('money.quantity', { name })}
      className={styles.quantity}
    >
      <IconButton
        icon={Minus}
        label={t('money.fewer')}
        isAtEnd={quantity <= 1}
        onClick={() => onChange(quantity - 1)}
      />
      <output>{quantity}</output>
      <IconButton
        icon={Plus}
        label={t('money.more')}
        isAtEnd={quantity >= maxQuantity}
        onClick={() => onChange(quantity + 1)}
      />
    </div>
  );
}

/** The line's name, as a button if it can be opened. */
function Name({ line, onOpen }: { line: TableLine; onOpen: ((id: string) => void) | undefined }) {
  const words = (
    <>
      <span className={styles.name}>{withWholeCodes(line.name)}</span>
      {line.detail !== undefined && <small>{withWholeCodes(line.detail)}</small>}
    </>
  );
  return (
    <div className={styles.words}>
      {onOpen && line.kept === undefined ? (
        <button type="button" onClick={() => onOpen(line.id)}>
          {words}
        </button>
      ) : (
        words
      )}
      {line.acts}
    </div>
  );
}

/** The lines of a bill, with name, quantity, amount and a button to remove each. */
export function LineTable({
  label,
  lines,
  currency,
  onQuantity,
  onRemove,
  onOpen,
  openId,
  children,
}: LineTableProps) {
  const { t } = useTranslation();
  return (
    <div>
      <ul aria-label={label} className={styles.lines}>
        {lines.map((line) => (
          <li key={line.id} data-open={line.id === openId || undefined}>
            <Name line={line} onOpen={onOpen} />
            {line.quantity !== undefined && onQuantity && (
              <Quantity line={line} onChange={(quantity) => onQuantity(line.id, quantity)} />
            )}
            <span className={styles.amount}>
              <Money amount={line.amount} currency={currency} />
            </span>
            {onRemove && (
              <IconButton
                icon={X}
                label={t('form.removeItem', { item: line.name })}
                title={line.kept}
                disabled={line.kept !== undefined}
                onClick={() => onRemove(line.id)}
              />
            )}
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}
