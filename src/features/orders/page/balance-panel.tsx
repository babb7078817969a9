import { useTranslation } from 'react-i18next';
import { explainBalance, type BalanceStep } from '#contract/orders/order-balance.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import { DOT } from '#contract/words/dot.ts';
import { PanelText, Panel } from '#src/components/kit/panel.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { useOrderPaymentWords } from '#src/features/orders/use-payment-words.ts';
import { formatNumber, shortMoment } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';

const signed = (amount: number) => (amount > 0 ? `+${formatNumber(amount)}` : formatNumber(amount));

/** The text of a balance row: lines with their numbers, or money. */
function useRowWords(order: OrderPage) {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const paymentWords = useOrderPaymentWords();
  return (row: BalanceStep): { what: string; more: string } => {
    if (row.kind === 'money') {
      const payment = order.payments.find(({ _id }) => _id === row.paymentId);
      const words = payment ? paymentWords(payment) : '';
      return {
        // Of money that still counts or may count, only this amount left the order, as after a
        // return.
        what:
          row.amountLAK > 0
            ? t(
                payment?.state === 'confirmed' || row.isPending
                  ? 'balance.takenOff'
                  : 'balance.takenBack',
                { what: words },
              )
            : words,
        more: row.isPending ? t('payments.states.pending') : '',
      };
    }
    const lines = order.lines.filter(({ position }) => row.positions.includes(position));
    const numbers =
      row.positions.length > 1
        ? `${row.positions[0] ?? ''}–${row.positions.at(-1) ?? ''}`
        : String(row.positions[0] ?? '');
    const more = t('balance.lines', { count: row.positions.length, n: numbers });
    if (row.at === order.voidedAt) return { what: t('balance.void'), more };
    if (row.at === order.lapsedAt) return { what: t('balance.lapsed'), more };
    if (row.at === order.lines[0]?.at)
      return { what: t(order.confirmedAt === null ? 'balance.held' : 'balance.made'), more };
    const [first] = lines;
    return {
      what: (language === 'lo' ? first?.nameLo : first?.nameEn) ?? '',
      more: [more, first?.reason].filter(Boolean).join(DOT),
    };
  };
}

/** Every step from zero to the balance; the last one is the figure above. */
export function BalancePanel({ order }: { order: OrderPage }) {
  const { t } = useTranslation('orders');
  const wordsOf = useRowWords(order);
  const rows = explainBalance(order);
  const slips = order.payments.filter(
    ({ state, onOrderLAK }) => state === 'pending' && onOrderLAK > 0,
  );
  return (
    <Panel id="order-balance" anchor="balance" title={t('balance.title')}>
      <SmallTable>
        <thead>
          <tr>
            <th scope="col" data-wide>
              {t('balance.when')}
            </th>
            <th scope="col">{t('balance.what')}</th>
            <th data-end scope="col">
              {t('lak')}
            </th>
            <th data-end scope="col">
              {t('balance.after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const { what, more } = wordsOf(row);
            return (
              <tr key={row.key} data-wait={row.isPending || undefined}>
                <td data-wide>
                  <bdi dir="ltr">{shortMoment(row.at)}</bdi>
                </td>
                <th scope="row">
                  <a href={row.kind === 'money' ? '#payments' : '#lines'}>{what}</a>
                  {more !== '' && <small>{more}</small>}
                </th>
                <td data-end>
                  <bdi dir="ltr">{signed(row.amountLAK)}</bdi>
                </td>
                <td data-end>
                  <bdi dir="ltr">
                    <strong>{formatNumber(row.balanceLAK)}</strong>
                  </bdi>
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <td data-wide />
            <th scope="row" colSpan={2}>
              {t(order.state === 'held' ? 'page.toConfirm' : 'sums.balanceLAK')}
            </th>
            <td data-end>
              <bdi dir="ltr">{formatNumber(order.totalLAK - order.paidLAK - order.pendingLAK)}</bdi>
            </td>
          </tr>
        </tfoot>
      </SmallTable>
      {slips.length > 0 && (
        <PanelText isMuted>
          {t('balance.ifRejected', {
            count: slips.length,
            reference: slips[0]?.reference ?? '',
            sum: formatNumber(order.totalLAK - order.paidLAK),
          })}
        </PanelText>
      )}
    </Panel>
  );
}
