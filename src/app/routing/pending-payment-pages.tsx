import { loadWords } from '#src/lib/text/i18n.ts';
import { onDemand } from './on-demand.tsx';

const Balances = onDemand(
  async () =>
    (
      await Promise.all([
        import('#src/features/balances/balances-due.tsx'),
        loadWords(['balances', 'message']),
      ])
    )[0].BalancesDue,
);

/** The tabs of one path; the balances are a feature of their own. */
export async function loadPendingPaymentPage() {
  const isBalances = !['verify', 'refunds'].includes(
    new URLSearchParams(window.location.search).get('view') ?? '',
  );
  const [{ PendingPaymentPage }] = await Promise.all([
    import('#src/features/pending-payment/pending-payment-page.tsx'),
    loadWords('pending-payment'),
    isBalances ? Balances.load() : undefined,
  ]);
  return () => <PendingPaymentPage balances={Balances} />;
}
