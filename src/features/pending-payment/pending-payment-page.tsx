import { lazy, Suspense, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { duePayments, type DuePayments } from '#contract/orders/due-payments.ts';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { Tabs } from '#src/components/page/tabs.tsx';
import { useVerificationCounts } from '#src/features/pending-payment/verify-queries.ts';
import { paths } from '#src/lib/paths.ts';
import { useLiveSeats } from '#src/offline/live/live-seats.ts';
import styles from './pending-payment.module.css';

const parts = {
  verify: lazy(async () => ({
    default: (await import('#src/features/pending-payment/verify/verify-tab.tsx')).VerifyTab,
  })),
  refunds: lazy(async () => ({
    default: (await import('#src/features/pending-payment/refunds/refunds-tab.tsx')).RefundsTab,
  })),
} as const satisfies Partial<Record<DuePayments, ComponentType>>;

/**
 * Finance's home: families with a debt, slips that wait for a second person, and refund requests.
 */
export function PendingPaymentPage({ balances: Balances }: { balances: ComponentType }) {
  const { t } = useTranslation(['pending-payment', 'shell']);
  const [params] = useSearchParams();
  const view = duePayments.find((one) => one === params.get('view')) ?? 'balances';
  const counts = useVerificationCounts();
  useLiveSeats();
  const Part = view === 'balances' ? Balances : parts[view];
  const tabs = duePayments.map((id) => ({
    id,
    label: t(`views.${id}`),
    count: id === 'balances' ? undefined : counts?.[id],
    to: id === 'balances' ? paths.pendingPayment : `${paths.pendingPayment}?view=${id}`,
  }));
  return (
    <>
      <div className={styles.top}>
        <PageHeader title={t('shell:nav.pendingPayment')} />
        <Tabs label={t('tabs')} tabs={tabs} current={view} />
      </div>
      <Suspense fallback={<TableSkeleton columns={4} />}>
        <Part key={view} />
      </Suspense>
    </>
  );
}
