import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OrderPaid } from '#contract/orders/order-payments.ts';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import type { PaperRef } from '#src/entities/paper/paper-queries.ts';
import { usePrintPaper } from '#src/entities/paper/use-print-paper.tsx';
import { UndoButton } from '#src/entities/payment/undo/undo-button.tsx';
import { useUndoneWords } from '#src/entities/payment/undo/undo-words.ts';
import { PaidOrders, useReceivedWords } from '#src/entities/payment/received-money.tsx';
import { showMoney } from '#src/lib/text/money.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import type { PayProps } from './use-later-payment.ts';
import styles from './pay.module.css';

/** The received payment, its receipt with a print button, and the change to hand back. */
export function PaidDialog({
  order,
  paid: { receipt, change, toCreditLAK, orders: paidOrders, money, ref, undoUntil },
  onUndone,
  onClose,
}: Pick<PayProps, 'order' | 'onClose'> & {
  paid: OrderPaid;
  onUndone: (words: string) => void;
}) {
  const { t } = useTranslation(['orders', 'common']);
  const { print, sheet, isBusy, failure } = usePrintPaper();
  const words = useReceivedWords();
  const undoneWords = useUndoneWords();
  const undoable = {
    change,
    money,
    id: ref,
    undoUntil: undoUntil ?? '',
    number: receipt?.number ?? '',
    places: 0,
    pieces: 0,
  };
  // Bank money has no receipt yet; the invoice says that it is to be verified.
  const papers: (PaperRef & { number: string })[] = receipt
    ? [{ kind: 'receipt', id: receipt._id, number: receipt.number }]
    : paidOrders.map(({ _id: id, number }) => ({ kind: 'invoice', id, number }));
  return (
    <Dialog
      title={
        paidOrders.length > 1
          ? t('paid.several', { count: paidOrders.length })
          : t('paid.title', { number: order.number })
      }
      onClose={onClose}
      footer={
        <>
          {papers.map(({ number, ...of }) => (
            <Button
              icon={Printer}
              key={of.id}
              aria-disabled={isBusy}
              onClick={() => void print(of)}
            >
              {t('common:list.print')}
              {papers.length > 1 && ` ${number}`}
            </Button>
          ))}
          <UndoButton
            of={undoable}
            onUndone={(answer) => onUndone(undoneWords(undoable, answer))}
          />
          <Button look="solid" onClick={onClose}>
            {t('paid.done')}
          </Button>
        </>
      }
    >
      <Stack>
        {money && <p>{words(money, change).join(', ')}</p>}
        <p>{receipt ? t('paid.receipt', { number: receipt.number }) : t('paid.pending')}</p>
        <PaidOrders orders={money?.paid ?? []} toCreditLAK={toCreditLAK} />
        {change.map(({ currency, amount }) => (
          <p key={currency} className={styles.change}>
            {t('pay.change')} <bdi dir="ltr">{`${showMoney(amount, currency)} ${currency}`}</bdi>
          </p>
        ))}
        <ErrorText role="alert" hidden={failure === undefined}>
          {failure}
        </ErrorText>
        {sheet}
      </Stack>
    </Dialog>
  );
}

/** Says what an undone payment gives back; it stays until it is closed. */
export function UndoneDialog({ words, onClose }: { words: string; onClose: () => void }) {
  const { t } = useTranslation('orders');
  return (
    <Dialog
      title={words}
      onClose={onClose}
      footer={
        <Button look="solid" onClick={onClose}>
          {t('paid.done')}
        </Button>
      }
    >
      <p>{t('paid.undone')}</p>
    </Dialog>
  );
}
