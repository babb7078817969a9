import { chakra } from '@chakra-ui/react/styled-system';
import { Minus, Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#src/components/kit/button.tsx';
import { Money } from '#src/components/kit/money.tsx';

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
    <chakra.div
      dir="ltr"
      display="inline-flex"
      alignItems="center"
      role="group"
      aria-label={t('money.quantity', { name })}
    >
      <IconButton
        icon={Minus}
        label={t('money.fewer')}
        disabled={quantity <= 1}
        onClick={() => onChange(quantity - 1)}
      />
      <chakra.output minWidth="6" textAlign="center">
        {quantity}
      </chakra.output>
      <IconButton
        icon={Plus}
        label={t('money.more')}
        disabled={quantity >= maxQuantity}
        onClick={() => onChange(quantity + 1)}
      />
    </chakra.div>
  );
}

/** The line's name, as a button if it can be opened. */
function Name({ line, onOpen }: { line: TableLine; onOpen: ((id: string) => void) | undefined }) {
  const words = (
    <>
      <chakra.span fontWeight="medium">{line.name}</chakra.span>
      {line.detail !== undefined && (
        <chakra.small display="block" color="fg.muted" textStyle="xs">
          {line.detail}
        </chakra.small>
      )}
    </>
  );
  return (
    <chakra.div flex="1" minWidth="0">
      {onOpen && line.kept === undefined ? (
        <chakra.button
          type="button"
          display="block"
          width="full"
          minHeight="touch"
          padding="0"
          bg="transparent"
          textAlign="start"
          onClick={() => onOpen(line.id)}
        >
          {words}
        </chakra.button>
      ) : (
        words
      )}
      {line.acts}
    </chakra.div>
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
    <chakra.div>
      <chakra.ul aria-label={label}>
        {lines.map((line) => (
          <chakra.li
            key={line.id}
            display="flex"
            alignItems="center"
            gap="2"
            minHeight="touch"
            paddingBlock="1"
            borderBottom="1px solid {colors.border.muted}"
            {...(line.id === openId && {
              bg: 'indigo.subtle',
              boxShadow: 'inset 3px 0 0 {colors.indigo.solid}',
              paddingInlineStart: '2',
            })}
          >
            <Name line={line} onOpen={onOpen} />
            {line.quantity !== undefined && onQuantity && (
              <Quantity line={line} onChange={(quantity) => onQuantity(line.id, quantity)} />
            )}
            <chakra.span textAlign="end" fontWeight="medium" whiteSpace="nowrap">
              <Money amount={line.amount} currency={currency} />
            </chakra.span>
            {onRemove && (
              <IconButton
                icon={X}
                label={t('form.removeItem', { item: line.name })}
                title={line.kept}
                disabled={line.kept !== undefined}
                onClick={() => onRemove(line.id)}
              />
            )}
          </chakra.li>
        ))}
      </chakra.ul>
      {children}
    </chakra.div>
  );
}
