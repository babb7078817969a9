import { useTranslation } from 'react-i18next';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { useReasonText } from '#src/entities/drawer/reason-text.ts';
import { Link } from 'react-router-dom';
import type { PaymentRow } from '#contract/orders/payment-rows.ts';
import { paymentsList } from '#contract/orders/payments-list.ts';
import type { PaymentPage } from '#contract/orders/payment-page.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { DOT } from '#contract/words/dot.ts';
import { Facts, Fact } from '#src/components/kit/facts.tsx';
import { Panels } from '#src/components/kit/layout.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { Money as Sum } from '#src/components/kit/money.tsx';
import { Panel } from '#src/components/kit/panel.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { BAR_WIDTH } from '#src/components/page/bar-primary.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { RecordHead } from '#src/components/record/record-head.tsx';
import { RecordSkeleton } from '#src/components/record/record-skeleton.tsx';
import { Figure, FigureStrip } from '#src/components/record/strip.tsx';
import { useKnownRow } from '#src/components/record/use-known-row.ts';
import { orderPath, receiptPath } from '#src/entities/order/order-path.ts';
import { paymentPath, refundPath } from '#src/features/payment-history/history-path.ts';
import styles from '#src/features/payment-history/payment-history.module.css';
import { usePayment } from './payment-queries.ts';
import { tones, usePaymentRowWords } from '#src/features/payment-history/payments/payment-words.ts';
import { useMedia } from '#src/lib/browser/use-media.ts';
import { paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';
import { PaymentButtons, VoidNote } from './payment-buttons.tsx';

function Money({ payment, isPhone }: { payment: PaymentPage; isPhone: boolean }) {
  const { t } = useTranslation('payment-history');
  const { sum, aside, how } = usePaymentRowWords()(payment);
  const payerName = usePayerName();
  const reasonText = useReasonText();
  const by = (at: string, name: string) => [formatDateTime(at), name].filter(Boolean).join(DOT);
  return (
    <Panel id="payment-facts" title={t('page.money')}>
      <Facts>
        {!isPhone && (
          <>
            <Fact label={t('field.method')}>{how}</Fact>
            <Fact label={t('field.tendered')} note={aside.length > 0 && aside.join(' ')}>
              {sum}
            </Fact>
            <Fact label={t('field.kip')}>{formatNumber(payment.amountLAK)}</Fact>
          </>
        )}
        <Fact
          label={t('page.payer')}
          note={payment.payerPhone !== '' && formatPhone(payment.payerPhone)}
        >
          <WholeWords text={payerName(payment)} />
        </Fact>
        {payment.drawerName !== '' && <Fact label={t('field.drawer')}>{payment.drawerName}</Fact>}
        {payment.bank !== '' && <Fact label={t('field.bank')}>{payment.bank}</Fact>}
        <Fact label={t('field.recorded')}>{by(payment.recordedAt, payment.by)}</Fact>
        {payment.decidedAt !== null && payment.method !== 'cash' && (
          <Fact label={t('field.decided')}>{by(payment.decidedAt, payment.decidedBy)}</Fact>
        )}
        {payment.voidedAt !== null && (
          <Fact label={t('field.voided')}>{by(payment.voidedAt, payment.voidedBy)}</Fact>
        )}
        {payment.reason !== '' && (
          <Fact label={t('field.reason')}>{reasonText(payment.reason)}</Fact>
        )}
        {payment.receiptId !== null && (
          <Fact
            label={t('field.receipt')}
            note={payment.receipt !== null && t('page.check', { check: payment.receipt.check })}
          >
            <Link to={receiptPath(payment.receiptNumber)}>{payment.receiptNumber}</Link>
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

/**
 * On a phone the one sum, large, with what it was made of: its head says the state, and the panels
 * below say the rest.
 */
function PhoneFigure({ payment }: { payment: PaymentPage }) {
  const { t } = useTranslation('payment-history');
  const { sum, aside, how } = usePaymentRowWords()(payment);
  const { currency, tendered, amountLAK } = payment;
  const isOther = currency !== 'LAK' || tendered !== Math.abs(amountLAK);
  const gap = currency === 'LAK' && aside.length > 0 ? DOT : ' ';
  return (
    <FigureStrip label={t('page.money')}>
      <Figure isLarge label={how} note={`${isOther ? sum + gap : ''}${aside.join(' ')}`.trim()}>
        <Sum amount={amountLAK} currency="LAK" />
      </Figure>
    </FigureStrip>
  );
}

/** The figures of a payment: sum, method, orders, state. */
function Figures({ payment }: { payment: PaymentPage }) {
  const { t } = useTranslation('payment-history');
  const { aside, how } = usePaymentRowWords()(payment);
  const [first] = payment.given.filter(({ number }) => number !== null);
  return (
    <FigureStrip label={t('page.money')}>
      <Figure isLarge label={t('field.kip')}>
        <bdi dir="ltr">{formatNumber(payment.amountLAK)}</bdi>
      </Figure>
      <Figure label={t('field.method')} note={aside.join(' ')}>
        {how}
      </Figure>
      <Figure
        label={t('page.orders')}
        to={first && orderPath(first.orderId)}
        note={first && payment.given.length === 1 ? first.number : undefined}
      >
        {formatNumber(payment.given.length)}
      </Figure>
      <Figure label={t('field.state')} note={formatDateTime(payment.at)}>
        <Mark label={t(`states.${payment.state}`)} tone={tones[payment.state]} />
      </Figure>
    </FigureStrip>
  );
}

/** The uses of the money: orders, refunds, and credit. */
function Uses({ payment }: { payment: PaymentPage }) {
  const { t } = useTranslation('payment-history');
  const mayRefund = useCan('payments:refund');
  const beside = (rows: PaymentPage['refunds'], label: string) =>
    rows.map(({ _id, receiptNumber, at, amountLAK }) => (
      <tr key={_id}>
        <th scope="row">
          {label}{' '}
          <Link to={paymentPath(_id)}>
            {receiptNumber === '' ? formatDateTime(at) : receiptNumber}
          </Link>
        </th>
        <td data-end>{formatNumber(amountLAK)}</td>
        <td />
      </tr>
    ));
  return (
    <Panel id="payment-uses" title={t('page.uses')}>
      <SmallTable>
        <tbody>
          {payment.given.map(({ orderId, number, amountLAK }) => (
            <tr key={orderId}>
              <th scope="row">
                {number === null ? (
                  t('page.otherBranch')
                ) : (
                  <Link to={orderPath(orderId)}>{number}</Link>
                )}
              </th>
              <td data-end>{formatNumber(amountLAK)}</td>
              <td data-end>
                {mayRefund && number !== null && payment.state === 'confirmed' && (
                  <LinkButton
                    to={refundPath(payment._id, orderId)}
                    aria-label={t('page.refundOf', { number })}
                  >
                    {t('page.refund')}
                  </LinkButton>
                )}
              </td>
            </tr>
          ))}
          {beside(payment.refunds, t('page.wentBack'))}
          {beside(payment.refundOf, t('page.takenFrom'))}
          {payment.freeLAK > 0 && (
            <tr>
              <th scope="row">{t('page.free')}</th>
              <td data-end>{formatNumber(payment.freeLAK)}</td>
              <td />
            </tr>
          )}
        </tbody>
      </SmallTable>
      {payment.creditLAK > 0 && (
        <p className={styles.total}>{t('page.credit', { sum: formatNumber(payment.creditLAK) })}</p>
      )}
    </Panel>
  );
}

/** Everything about one payment, and the actions on it. */
export function PaymentRecord({ id }: { id: string }) {
  const { t } = useTranslation('payment-history');
  const record = usePayment(id);
  const row = record.status === 'ready' ? record.row : undefined;
  const tapped = useKnownRow<PaymentRow>(paymentsList, id);
  const known = row ?? tapped;
  const payerName = usePayerName();
  const isPhone = useMedia(BAR_WIDTH);
  const named =
    known &&
    (known.receiptNumber === ''
      ? t('page.noReceipt')
      : t('page.title', { number: known.receiptNumber }));
  return (
    <>
      <RecordHead
        title={named ?? t('views.payments')}
        back={paths.paymentHistory}
        face={{ fileId: null, name: known ? payerName(known) : '' }}
        mark={known && <Mark label={t(`states.${known.state}`)} tone={tones[known.state]} />}
        under={known && [payerName(known), formatDateTime(known.at)]}
      >
        {row && <PaymentButtons payment={row} />}
      </RecordHead>
      <RecordStates
        record={record}
        failed={t('failed')}
        back={paths.paymentHistory}
        skeleton={<RecordSkeleton hasTabs={false} figures={isPhone ? 1 : 4} />}
      >
        {(payment) =>
          payment && (
            <>
              {isPhone ? (
                <PhoneFigure payment={payment} />
              ) : (
                <>
                  <Figures payment={payment} />
                  <VoidNote payment={payment} />
                </>
              )}
              <Panels>
                <Money payment={payment} isPhone={isPhone} />
                <Uses payment={payment} />
              </Panels>
            </>
          )
        }
      </RecordStates>
    </>
  );
}
