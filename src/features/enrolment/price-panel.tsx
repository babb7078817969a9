import { useTranslation } from 'react-i18next';
import type { EnrolmentPage, PlaceLine } from '#contract/classes/enrolment-page.ts';
import { DOT } from '#contract/words/dot.ts';
import { Money } from '#src/components/kit/money.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { PanelList, Panel, PanelText } from '#src/components/kit/panel.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { orderPath } from '#src/entities/order/order-path.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatDate, formatNumber, formatRate } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';

/** The calculation of a line's sum. */
function useDetail() {
  const { t } = useTranslation('orders');
  return ({
    coversFrom,
    coversTo,
    sessions,
    quantity,
    unitPrice,
    currency,
    rate,
    percent,
    reason,
    approvedBy,
    nameEn,
    at,
    by,
    amountLAK,
  }: PlaceLine): string => {
    const isFee = unitPrice > 0 && amountLAK > 0 && percent === null;
    const price = `${quantity > 1 ? `${quantity} × ` : ''}${showMoney(unitPrice, currency)} ${currency}${currency === 'LAK' ? '' : ` × ${formatRate(rate)}`}`;
    const days =
      coversFrom !== null && coversTo !== null && `${showDay(coversFrom)} – ${showDay(coversTo)}`;
    const who = [formatDate(at), by].filter(Boolean).join(' ');
    return [
      isFee && price,
      days,
      sessions > 0 && t('lines.sessions', { count: sessions }),
      percent !== null && `${percent} %`,
      reason !== nameEn && reason,
      approvedBy !== '' && t('lines.approvedBy', { name: approvedBy }),
      who,
    ]
      .filter((one) => one !== false && one !== '')
      .join(DOT);
  };
}

function Lines({ row }: { row: EnrolmentPage }) {
  const { t } = useTranslation(['enrolment', 'orders']);
  const language = useLanguage();
  const detailOf = useDetail();
  const net = row.lines.reduce((sum, { amountLAK }) => sum + amountLAK, 0);
  const numberOf = (orderId: string) => row.orders.find(({ _id }) => _id === orderId)?.number ?? '';
  return (
    <SmallTable>
      <thead>
        <tr>
          <th scope="col">{t('orders:lines.item')}</th>
          <th scope="col" data-end>
            {t('orders:lak')}
          </th>
        </tr>
      </thead>
      <tbody>
        {row.lines.map((line) => (
          <tr
            key={line._id}
            data-fix={(line.ofLineId !== null && line.kind !== 'discount') || undefined}
          >
            <th scope="row">
              {language === 'lo' ? line.nameLo : line.nameEn}
              <small>{detailOf(line)}</small>
              {row.orders.length > 1 && <small>{numberOf(line.orderId)}</small>}
            </th>
            <td data-end>
              <Money
                amount={line.amountLAK}
                currency="LAK"
                isBare
                tone={line.amountLAK < 0 ? 'good' : undefined}
              />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('price.net')}</th>
          <td data-end>
            <bdi dir="ltr">{formatNumber(net)}</bdi>
          </td>
        </tr>
      </tfoot>
    </SmallTable>
  );
}

/** The agreed fee, and every line that makes up the price of this enrolment. */
export function PricePanel({ row }: { row: EnrolmentPage }) {
  const { t } = useTranslation(['enrolment', 'leaving']);
  const { price, currency, feeName, feeCategory, lines, left } = row;
  const why =
    row.noChargeReason === ''
      ? t('price.free')
      : t('price.freeBecause', { reason: row.noChargeReason });
  return (
    <Panel id="place-price" title={t('price.title')}>
      <PanelText isMuted>
        {row.isFree
          ? why
          : price > 0
            ? t('price.agreed', {
                sum: `${showMoney(price, currency)} ${currency}`,
                fee: [feeName, feeCategory].filter(Boolean).join(DOT),
              })
            : ''}
        {!row.isFree && lines.length === 0 && <span>{t('price.none')}</span>}
        {left && (
          <span>
            {t('leaving:used', { count: left.bought, used: left.used, bought: left.bought })}
            {DOT}
            {t('price.left', { sum: formatNumber(left.valueLAK) })}
          </span>
        )}
      </PanelText>
      {lines.length > 0 && <Lines row={row} />}
    </Panel>
  );
}

/** The orders that charge this enrolment with their balances, and the refund requests. */
export function PlaceOrders({
  orders,
  refunds = [],
}: {
  orders: EnrolmentPage['orders'];
  refunds?: EnrolmentPage['refundRequests'];
}) {
  const { t } = useTranslation(['enrolment', 'orders']);
  if (orders.length === 0) return null;
  return (
    <Panel id="place-orders" title={t('orders.title')}>
      <PanelList>
        {orders.map(({ _id, number, state, totalLAK, balanceLAK, at }) => (
          <li key={_id}>
            <LinkButton look="text" to={orderPath(_id)}>
              <bdi dir="ltr">{number}</bdi>
            </LinkButton>
            <small>
              {formatDate(at)}
              {DOT}
              {state === 'held' || state === 'lapsed' || state === 'void'
                ? t(`orders.states.${state}`)
                : t(balanceLAK > 0 ? 'orders.owed' : 'orders.paid', {
                    total: formatNumber(totalLAK),
                    sum: formatNumber(balanceLAK),
                  })}
            </small>
          </li>
        ))}
        {refunds.map(({ _id, amountLAK, state, reason, decision }) => (
          <li key={_id}>
            {t(`orders:refunds.states.${state}`)} <bdi dir="ltr">{formatNumber(amountLAK)}</bdi>
            <small>{[reason, decision].filter(Boolean).join(DOT)}</small>
          </li>
        ))}
      </PanelList>
    </Panel>
  );
}
