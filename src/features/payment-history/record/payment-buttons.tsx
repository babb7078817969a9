import { Ban, Printer, Undo2, Wallet } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentPage } from '#contract/orders/payment-page.ts';
import { Button } from '#src/components/kit/button.tsx';
import { HelpText } from '#src/components/kit/field.tsx';
import { usePrintPaper } from '#src/entities/paper/use-print-paper.tsx';
import { useCan } from '#src/lib/session/use-can.ts';
import { today } from '#src/lib/text/today.ts';
import { PaybackDialog } from './payback-dialog.tsx';
import { VoidPaymentDialog } from './void-dialog.tsx';

/**
 * The reason why the receipt cannot be voided; null if it can, undefined if the payment has no such
 * receipt.
 */
function voidProblem({
  receipt,
  method,
  state,
}: PaymentPage): 'void.notToday' | 'void.ofVisit' | null | undefined {
  if (receipt?.kind !== 'received' || method !== 'cash' || state !== 'confirmed') return undefined;
  if (receipt.day !== today()) return 'void.notToday';
  return receipt.isOfVisit ? 'void.ofVisit' : null;
}

/** Says why voiding is not offered; the receipt of a visit is voided with its order. */
export function VoidNote({ payment }: { payment: PaymentPage }) {
  const { t } = useTranslation('payment-history');
  const mayVoid = useCan('payments:void');
  const problem = voidProblem(payment);
  return mayVoid && problem ? <HelpText>{t(problem)}</HelpText> : null;
}

/** The actions on a payment: print its receipt, void it, refund it, pay out the payer's credit. */
export function PaymentButtons({ payment }: { payment: PaymentPage }) {
  const { t } = useTranslation('payment-history');
  const [act, setAct] = useState<'payment' | 'credit' | 'void'>();
  const [mayVoid, mayRefund] = [useCan('payments:void'), useCan('payments:refund')];
  const { print, sheet, isBusy, failure } = usePrintPaper();
  const { receiptId, leftLAK, creditLAK, payerParentId, payerStudentId } = payment;
  const hasPayer = payerParentId !== null || payerStudentId !== null;
  const problem = voidProblem(payment);
  const close = () => setAct(undefined);
  return (
    <>
      {failure !== undefined && <span role="alert">{failure}</span>}
      {receiptId !== null && (
        <Button
          icon={Printer}
          aria-disabled={isBusy}
          onClick={() => void print({ kind: 'receipt', id: receiptId })}
        >
          {t('act.print')}
        </Button>
      )}
      {mayRefund && leftLAK > 0 && (
        <Button icon={Undo2} onClick={() => setAct('payment')}>
          {t('act.refund')}
        </Button>
      )}
      {mayRefund && hasPayer && creditLAK > 0 && (
        <Button icon={Wallet} onClick={() => setAct('credit')}>
          {t('act.credit')}
        </Button>
      )}
      {mayVoid && problem !== undefined && (
        <Button icon={Ban} disabled={problem !== null} onClick={() => setAct('void')}>
          {t('act.void')}
        </Button>
      )}
      {sheet}
      {(act === 'payment' || act === 'credit') && (
        <PaybackDialog payment={payment} of={act} onClose={close} />
      )}
      {act === 'void' && <VoidPaymentDialog payment={payment} onClose={close} />}
    </>
  );
}
