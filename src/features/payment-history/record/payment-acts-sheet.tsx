import { ReceiptText, ScrollText, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PaymentPage } from '#contract/orders/payment-page.ts';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { Sheet, SheetEntry, SheetLink } from '#src/components/kit/sheet.tsx';
import { auditPath } from '#src/entities/audit/audit-link.tsx';
import { familyPath, orderPath } from '#src/entities/order/order-path.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';
import type { PaymentAct } from './payment-buttons.tsx';

type SheetProps = { payment: PaymentPage; acts: readonly PaymentAct[]; onClose: () => void };

/**
 * On a phone everything about a payment but its receipt: its acts, its orders and the account of
 * its family. What may not be done is last, with the reason.
 */
export function PaymentActsSheet({ payment, acts, onClose }: SheetProps) {
  const { t } = useTranslation(['payment-history', 'record', 'shell', 'common']);
  const payerName = usePayerName();
  const [seesFamily, mayAudit] = [useCan('family-accounts:read'), useCan('audit-log:read')];
  const payerId = payment.payerParentId ?? payment.payerStudentId;
  const entry = ({ label, icon, run, note, off }: PaymentAct) => (
    <SheetEntry
      key={label}
      icon={icon}
      note={off ?? note}
      disabled={off !== undefined}
      onClick={() => {
        onClose();
        run();
      }}
    >
      {label}
    </SheetEntry>
  );
  return (
    <Sheet title={t('common:action.more')} onClose={onClose}>
      {acts.filter(({ off }) => off === undefined).map(entry)}
      {payment.given.map(
        ({ orderId, number }) =>
          number !== null && (
            <SheetLink
              key={orderId}
              icon={ReceiptText}
              to={orderPath(orderId)}
              note={<LeftToRight>{number}</LeftToRight>}
              onClick={onClose}
            >
              {t('record:order')}
            </SheetLink>
          ),
      )}
      {seesFamily && payerId !== null && (
        <SheetLink
          icon={Users}
          to={familyPath(payerId)}
          note={payerName(payment)}
          onClick={onClose}
        >
          {t('act.family')}
        </SheetLink>
      )}
      {mayAudit && (
        <SheetLink
          icon={ScrollText}
          to={auditPath({ entity: 'payments', entityId: payment._id })}
          onClick={onClose}
        >
          {t('shell:page.auditLog')}
        </SheetLink>
      )}
      {acts.filter(({ off }) => off !== undefined).map(entry)}
    </Sheet>
  );
}
