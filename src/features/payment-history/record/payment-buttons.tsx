import { Ban, EllipsisVertical, MessageCircle, Printer, Undo2, Wallet } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentPage } from '#contract/orders/payment-page.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { Button, IconButton } from '#src/components/kit/button.tsx';
import { HelpText } from '#src/components/kit/field.tsx';
import { BAR_WIDTH, BarPrimary } from '#src/components/page/bar-primary.tsx';
import type { RowAction } from '#src/components/table/row-menu.tsx';
import { AuditLink } from '#src/entities/audit/audit-link.tsx';
import { usePrintPaper } from '#src/entities/paper/use-print-paper.tsx';
import { BarCall } from '#src/entities/person/bar-call.tsx';
import { useMedia } from '#src/lib/browser/use-media.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { today } from '#src/lib/text/today.ts';
import { PaybackDialog } from './payback-dialog.tsx';
import { VoidPaymentDialog } from './void-dialog.tsx';

const PaymentActsSheet = lazy(async () => ({
  default: (await import('./payment-acts-sheet.tsx')).PaymentActsSheet,
}));
const SendReceiptDialog = lazy(async () => ({
  default: (await import('./send-receipt-dialog.tsx')).SendReceiptDialog,
}));

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

type Act = 'send' | 'payment' | 'credit' | 'void';
/** `note` says how much it can be about, where there is room for it. */
export type PaymentAct = RowAction & { note?: string };

/** What can be done with a payment besides printing; an act that is off has its reason. */
function useActs(payment: PaymentPage, run: (act: Act) => void): PaymentAct[] {
  const { t } = useTranslation('payment-history');
  const [mayVoid, mayRefund] = [useCan('payments:void'), useCan('payments:refund')];
  const { leftLAK, creditLAK, payerParentId, payerStudentId, payerPhone, receipt, state } = payment;
  const hasPayer = payerParentId !== null || payerStudentId !== null;
  const problem = voidProblem(payment);
  const act = (shown: boolean, label: string, icon: RowAction['icon'], of: Act): PaymentAct[] =>
    shown ? [{ label, icon, run: () => run(of) }] : [];
  const atMost = (sum: number) => (one: PaymentAct) => ({
    ...one,
    note: t('act.atMost', { sum: formatNumber(sum) }),
  });
  const isValid = receipt?.kind === 'received' && state === 'confirmed';
  return [
    ...act(isValid, t('act.send'), MessageCircle, 'send').map((one) =>
      payerPhone === '' ? one : { ...one, note: formatPhone(payerPhone) },
    ),
    ...act(mayRefund && leftLAK > 0, t('act.refund'), Undo2, 'payment').map(atMost(leftLAK)),
    ...act(mayRefund && hasPayer && creditLAK > 0, t('act.credit'), Wallet, 'credit').map(
      atMost(creditLAK),
    ),
    ...act(mayVoid && problem !== undefined, t('act.void'), Ban, 'void').map((one) => ({
      ...one,
      off: problem ? t(problem) : undefined,
    })),
  ];
}

/** On a phone everything but the receipt and the call stands in a sheet, behind one button. */
function PhoneActs({ payment, acts }: { payment: PaymentPage; acts: readonly PaymentAct[] }) {
  const { t } = useTranslation(['record', 'common']);
  const [isOpen, setOpen] = useState(false);
  const [seesFamily, mayAudit] = [useCan('family-accounts:read'), useCan('audit-log:read')];
  const hasMore =
    acts.length > 0 ||
    mayAudit ||
    (seesFamily && (payment.payerParentId ?? payment.payerStudentId) !== null) ||
    payment.given.some(({ number }) => number !== null);
  return (
    <>
      {payment.payerPhone !== '' && (
        <BarCall phone={payment.payerPhone} short={t('call.student')}>
          {t('call.student')}
        </BarCall>
      )}
      {hasMore && (
        <IconButton
          icon={EllipsisVertical}
          label={t('common:action.more')}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        />
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <PaymentActsSheet payment={payment} acts={acts} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The actions on a payment: print its receipt, void it, refund it, pay out the payer's credit. */
export function PaymentButtons({ payment }: { payment: PaymentPage }) {
  const { t } = useTranslation('payment-history');
  const [act, setAct] = useState<Act>();
  const { print, sheet, isBusy, failure } = usePrintPaper();
  const { receiptId, receiptNumber } = payment;
  const acts = useActs(payment, setAct);
  const isPhone = useMedia(BAR_WIDTH);
  const close = () => setAct(undefined);
  return (
    <>
      {isPhone ? (
        <PhoneActs payment={payment} acts={acts} />
      ) : (
        <AuditLink entity="payments" entityId={payment._id} />
      )}
      {failure !== undefined && <span role="alert">{failure}</span>}
      {receiptId !== null && (
        <BarPrimary>
          <Button
            icon={Printer}
            look="solid"
            aria-disabled={isBusy}
            onClick={() => void print({ kind: 'receipt', id: receiptId })}
          >
            {t('act.print')}
          </Button>
        </BarPrimary>
      )}
      {!isPhone &&
        acts.map(({ label, icon, run, off }) => (
          <Button key={label} icon={icon} disabled={off !== undefined} onClick={run}>
            {label}
          </Button>
        ))}
      {sheet}
      {act === 'send' && receiptId !== null && (
        <Suspense fallback={null}>
          <SendReceiptDialog receiptId={receiptId} number={receiptNumber} onClose={close} />
        </Suspense>
      )}
      {(act === 'payment' || act === 'credit') && (
        <PaybackDialog payment={payment} of={act} onClose={close} />
      )}
      {act === 'void' && <VoidPaymentDialog payment={payment} onClose={close} />}
    </>
  );
}
