import { lazy, Suspense } from 'react';
import { loadWords } from '#src/lib/text/i18n.ts';

type FamilyPaymentProps = { orderId: string; name: string; onClose: () => void };

const Dialog = lazy(async () => {
  const [{ FamilyPayDialog }] = await Promise.all([
    import('./family-pay-dialog.tsx'),
    loadWords(['orders', 'payment', 'desk']),
  ]);
  return { default: FamilyPayDialog };
});

/** The payment of a family, fetched on demand. */
export function FamilyPayment(props: FamilyPaymentProps) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}
