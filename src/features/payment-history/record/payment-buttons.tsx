import { Ban, Printer, Undo2, Wallet } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentPage } from '#contract/orders/payment-page.ts';
import { usePrintPaper } from '#src/entities/paper/use-print-paper.tsx';
import styles from '#src/features/payment-history/payment-history.module.css';
import { useCan } from '#src/lib/session/use-can.ts';
import { today } from '#src/lib/text/today.ts';
import controls from '#src/theme/controls.module.css';
import { PaybackDialog } from './payback-dialog.tsx';
import { VoidDialog } from './void-dialog.tsx';

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
  return mayVoid && problem ? <p className={styles.range}>{t(problem)}</p> : null;
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
        <button
          type="button"
          className={controls.button}
          aria-disabled={isBusy}
          onClick={() => void print({ kind: 'receipt', id: receiptId })}
        >
          <Printer aria-hidden size={16} />
          {t('act.print')}
        </button>
      )}
      {mayRefund && leftLAK > 0 && (
        <button type="button" className={controls.button} onClick={() => setAct('payment')}>
          <Undo2 aria-hidden size={16} />
          {t('act.refund')}
        </button>
      )}
      {mayRefund && hasPayer && creditLAK > 0 && (
        <button type="button" className={controls.button} onClick={() => setAct('credit')}>
          <Wallet aria-hidden size={16} />
          {t('act.credit')}
        </button>
      )}
      {mayVoid && problem !== undefined && (
        <button
          type="button"
          className={controls.button}
          disabled={problem !== null}
          onClick={() => setAct('void')}
        >
          <Ban aria-hidden size={16} />
          {t('act.void')}
        </button>
      )}
      {sheet}
      {(act === 'payment' || act === 'credit') && (
        <PaybackDialog payment={payment} of={act} onClose={close} />
      )}
      {act === 'void' && <VoidDialog payment={payment} onClose={close} />}
    </>
  );
}
