import { useTranslation } from 'react-i18next';
import { openParts } from '#contract/orders/instalments.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { DOT } from '#contract/words/dot.ts';
import { Mark } from '#src/components/kit/mark.tsx';
import { PanelList, Panel, PanelText } from '#src/components/kit/panel.tsx';
import { Fact, Facts } from '#src/components/kit/facts.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { type OrderAct, familyPath } from '#src/entities/order/order-path.ts';
import { useMayAct } from '#src/features/orders/use-may-act.ts';
import { formatNumber, shortMoment } from '#src/lib/text/format.ts';
import { showDay } from '#src/lib/text/day.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';
import { today } from '#src/lib/text/today.ts';

/** The due dates of the bill, with the part of each that is still open. */
export function DuePanel({ order, onAct }: { order: OrderPage; onAct: (act: OrderAct) => void }) {
  const { t } = useTranslation('orders');
  const may = useMayAct(order);
  const parts = openParts(order.plan, order).filter(({ amountLAK }) => amountLAK > 0);
  if (parts.length === 0 || order.state !== 'confirmed') return null;
  return (
    <Panel
      id="order-due"
      title={t('due.title')}
      tools={
        may.plan && (
          <Button look="text" onClick={() => onAct('plan')}>
            {t('due.change')}
          </Button>
        )
      }
    >
      <Facts>
        {parts.map(({ dueOn, amountLAK, paidLAK, pendingLAK, openLAK }, at) => (
          <Fact
            key={at}
            isLate={openLAK > 0 && dueOn < today()}
            label={<bdi dir="ltr">{showDay(dueOn)}</bdi>}
          >
            <bdi dir="ltr">{formatNumber(amountLAK)}</bdi>
            {paidLAK > 0 && (
              <small>
                {openLAK === 0 && pendingLAK === 0
                  ? t('due.paid')
                  : t('due.partPaid', { sum: formatNumber(paidLAK) })}
              </small>
            )}
            {pendingLAK > 0 && <small>{t('due.pending', { sum: formatNumber(pendingLAK) })}</small>}
            {openLAK > 0 && openLAK < amountLAK && (
              <small>{t('due.open', { sum: formatNumber(openLAK) })}</small>
            )}
          </Fact>
        ))}
      </Facts>
    </Panel>
  );
}

/** The payer, with their total debt and credit. */
export function PayerPanel({ order: { payer } }: { order: OrderPage }) {
  const payerName = usePayerName();
  const { t } = useTranslation('orders');
  return (
    <Panel
      id="order-payer"
      title={t('payer.title')}
      tools={
        payer._id !== null && (
          <LinkButton look="text" to={familyPath(payer._id)}>
            {t('payer.account')}
          </LinkButton>
        )
      }
    >
      <PanelText>
        <strong>
          <WholeWords text={payerName({ payerName: payer.name, payerNameEn: payer.nameEn })} />
        </strong>
        {payer.phone !== '' && (
          <LinkButton look="text" href={`tel:${payer.phone}`}>
            <bdi dir="ltr">{formatPhone(payer.phone)}</bdi>
          </LinkButton>
        )}
        <small>
          {payer.kind === 'walkIn'
            ? t('payer.walkIn')
            : t('payer.owes', { sum: formatNumber(payer.owedLAK) })}
        </small>
        {payer.creditLAK > 0 && (
          <small>{t('payer.credit', { sum: formatNumber(payer.creditLAK) })}</small>
        )}
      </PanelText>
    </Panel>
  );
}

/** Refund requests of the family; finance decides on them. */
export function RefundsPanel({ order: { refundRequests } }: { order: OrderPage }) {
  const { t } = useTranslation('orders');
  if (refundRequests.length === 0) return null;
  return (
    <Panel id="order-refunds" title={t('refunds.title')}>
      <PanelList>
        {refundRequests.map(({ _id, amountLAK, reason, state, at, by, decision }) => (
          <li key={_id}>
            <bdi dir="ltr">{formatNumber(amountLAK)}</bdi>{' '}
            <Mark label={t(`refunds.states.${state}`)} tone={state === 'open' ? 'new' : 'off'} />
            <small>
              {[`${shortMoment(at)}${DOT}${by}`, reason, decision].filter(Boolean).join(DOT)}
            </small>
          </li>
        ))}
      </PanelList>
    </Panel>
  );
}
