import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { InputBox } from '#src/components/kit/field.tsx';
import type { OrderPage } from '#contract/orders/order-page.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { Panel } from '#src/components/kit/panel.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { paymentPath } from '#src/features/payment-history/history-path.ts';
import styles from '#src/features/payment-history/payment-history.module.css';
import { useRefundedOrder } from './payment-queries.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { refundLinesOf, worthOf, type RefundLine } from './refund-lines.ts';

type Choice = { quantity: number; backOnShelf: boolean };
type LineProps = {
  refundable: RefundLine;
  chosen: Choice | undefined;
  onChoose: (choice: Choice | undefined) => void;
};

/** One line: whether it is refunded, its quantity with the discount, and where the goods go. */
function Line({ refundable, chosen, onChoose }: LineProps) {
  const { t } = useTranslation('payment-history');
  const language = useLanguage();
  const { line, left, netLAK, discountLAK } = refundable;
  const name = language === 'lo' ? line.nameLo : line.nameEn;
  const given = line.goods?.given ?? 0;
  return (
    <li>
      <div className={styles.choice}>
        <label>
          <input
            type="checkbox"
            checked={chosen !== undefined}
            disabled={left < 1}
            onChange={({ target }) =>
              onChoose(target.checked ? { quantity: left, backOnShelf: true } : undefined)
            }
          />
          <span>
            {name}
            <small>
              {left < 1
                ? t('refund.nothingLeft')
                : t('refund.left', { n: left, net: formatNumber(netLAK) })}
            </small>
            {discountLAK < 0 && (
              <small>{t('refund.discount', { sum: formatNumber(discountLAK) })}</small>
            )}
          </span>
        </label>
        <bdi dir="ltr">{formatNumber(chosen ? worthOf(refundable, chosen.quantity) : 0)}</bdi>
      </div>
      {chosen && left > 1 && (
        <label className={styles.choice}>
          {t('refund.quantity')}
          <InputBox>
            <select
              value={chosen.quantity}
              onChange={({ target }) => onChoose({ ...chosen, quantity: Number(target.value) })}
            >
              {Array.from({ length: left }, (_one, at) => (
                <option key={at} value={at + 1}>
                  {at + 1}
                </option>
              ))}
            </select>
          </InputBox>
        </label>
      )}
      {chosen && given > 0 && (
        <div className={styles.choice}>
          <label>
            <input
              type="checkbox"
              checked={chosen.backOnShelf}
              onChange={({ target }) => onChoose({ ...chosen, backOnShelf: target.checked })}
            />
            {t('refund.shelf')}
          </label>
        </div>
      )}
    </li>
  );
}

function Refund({ order, onRefunded }: { order: OrderPage; onRefunded: () => void }) {
  const { t } = useTranslation('payment-history');
  const [choices, setChoices] = useState<Readonly<Record<string, Choice | undefined>>>({});
  const [isOpen, setOpen] = useState(false);
  const refundable = refundLinesOf(order);
  // Somebody else may have refunded pieces of a chosen line meanwhile.
  const chosenOf = ({ line, left }: RefundLine): Choice | undefined => {
    const choice = choices[line._id];
    return choice && left > 0
      ? { ...choice, quantity: Math.min(choice.quantity, left) }
      : undefined;
  };
  const chosen = refundable.flatMap((one) => {
    const choice = chosenOf(one);
    return choice ? [{ one, choice }] : [];
  });
  const lines = chosen.map(({ one, choice }) => ({ lineId: one.line._id, ...choice }));
  const offLAK = chosen.reduce((sum, { one, choice }) => sum + worthOf(one, choice.quantity), 0);
  return (
    <Stack>
      <Panel id="refund-lines" title={t('refund.lines')}>
        <ul className={styles.lines}>
          {refundable.map((one) => (
            <Line
              key={one.line._id}
              refundable={one}
              chosen={chosenOf(one)}
              onChoose={(choice) => setChoices({ ...choices, [one.line._id]: choice })}
            />
          ))}
        </ul>
        <p className={styles.total}>
          <span>{t('refund.sum')}</span>
          <bdi dir="ltr">{formatNumber(offLAK)}</bdi>
        </p>
      </Panel>
      <Toolbar>
        <Button disabled={lines.length === 0} onClick={() => setOpen(true)}>
          {t('refund.go')}
        </Button>
      </Toolbar>
      {isOpen && (
        <RefundDialog
          order={order}
          lines={lines}
          offLAK={offLAK}
          onRefunded={onRefunded}
          onClose={() => setOpen(false)}
        />
      )}
    </Stack>
  );
}

/**
 * Refunds lines of an order: which lines, how many, each with its discount; then the way, and
 * whether the sum is still due.
 */
export function RefundPage({ paymentId, orderId }: { paymentId: string; orderId: string }) {
  const { t } = useTranslation('payment-history');
  const navigate = useNavigate();
  const record = useRefundedOrder(orderId);
  const back = paymentPath(paymentId);
  return (
    <>
      <PageHeader
        title={t('refund.title', { number: record.status === 'ready' ? record.row.number : '' })}
        back={back}
      />
      <RecordStates record={record} failed={t('failed')} back={back}>
        {(order) => order && <Refund order={order} onRefunded={() => void navigate(back)} />}
      </RecordStates>
    </>
  );
}
