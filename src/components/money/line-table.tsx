import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Minus, Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Sum } from './sum.tsx';

/** One thing on a bill. */
export type Line = {
  id: string;
  name: string;
  detail?: ReactNode;
  /** None where there is only ever one of it. */
  quantity?: number;
  maxQuantity?: number;
  /** What the line comes to, in minor units. */
  amount: number;
  /** Why it cannot be removed. */
  kept?: string;
  /** Buttons of its own, below it. */
  acts?: ReactNode;
};

type LineTableProps = {
  label: string;
  lines: readonly Line[];
  currency: string;
  onQuantity?: (id: string, quantity: number) => void;
  onRemove?: (id: string) => void;
  /** Opens a line to change more of it than its quantity; `openId` is open now. */
  onOpen?: (id: string) => void;
  openId?: string | undefined;
  /** What the lines come to. */
  children?: ReactNode;
};

function Quantity({ line, onChange }: { line: Line; onChange: (quantity: number) => void }) {
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
      <Button
        variant="ghost"
        px="0"
        aria-label={t('money.fewer')}
        disabled={quantity <= 1}
        onClick={() => onChange(quantity - 1)}
      >
        <Minus aria-hidden />
      </Button>
      <chakra.output minWidth="6" textAlign="center">
        {quantity}
      </chakra.output>
      <Button
        variant="ghost"
        px="0"
        aria-label={t('money.more')}
        disabled={quantity >= maxQuantity}
        onClick={() => onChange(quantity + 1)}
      >
        <Plus aria-hidden />
      </Button>
    </chakra.div>
  );
}

/** What the line is, as a button where it can be opened. */
function Name({ line, onOpen }: { line: Line; onOpen: ((id: string) => void) | undefined }) {
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

/** The lines of a bill: what, how many, what it comes to, and the way to take it off again. */
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
              <Sum amount={line.amount} currency={currency} />
            </chakra.span>
            {onRemove && (
              <Button
                variant="ghost"
                px="0"
                width="touch"
                minHeight="touch"
                aria-label={t('form.removeItem', { item: line.name })}
                title={line.kept}
                disabled={line.kept !== undefined}
                onClick={() => onRemove(line.id)}
              >
                <X aria-hidden />
              </Button>
            )}
          </chakra.li>
        ))}
      </chakra.ul>
      {children}
    </chakra.div>
  );
}
