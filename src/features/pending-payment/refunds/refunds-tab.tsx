import { Banknote, Undo2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatPhone } from '#contract/people/phone.ts';
import { refundRequests, type RefundRequest } from '#contract/orders/refund-requests.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { orderPath } from '#src/entities/order/order-path.ts';
import { useVerificationChanged, useWork } from '#src/features/pending-payment/verify-queries.ts';
import { api } from '#src/lib/request/api.ts';
import { showFailure } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { showToast } from '#src/lib/toast.ts';
import styles from './refunds.module.css';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';

const PayOutDialog = lazy(async () => ({
  default: (await import('./pay-out-dialog.tsx')).PayOutDialog,
}));

type RowProps = {
  request: RefundRequest;
  isFixed: boolean;
  onPay: () => void;
  onCredit: () => void;
};

/** A request: the family, the reason, how much of it is still free, and the lines it comes from. */
function Row({ request, isFixed, onPay, onCredit }: RowProps) {
  const { t } = useTranslation('pending-payment');
  const language = useLanguage();
  const nameOf = usePayerName();
  const payerName = nameOf(request);
  const {
    orderId,
    number,
    payerPhone,
    studentName,
    studentNameEn,
    classCode,
    askedLAK,
    payableLAK,
    reason,
    at,
    by,
    lines,
  } = request;
  return (
    <li className={styles.row}>
      <div>
        <b>
          <WholeWords text={payerName} />
        </b>
        <small>
          {[nameOf({ payerName: studentName, payerNameEn: studentNameEn }), classCode]
            .filter(Boolean)
            .join(DOT)}{' '}
          <Link to={orderPath(orderId)}>{number}</Link>
        </small>
        {payerPhone !== '' && (
          <a href={`tel:${payerPhone}`}>
            <bdi dir="ltr">{formatPhone(payerPhone)}</bdi>
          </a>
        )}
      </div>
      <div>
        <span>{reason}</span>
        <small>{`${formatDateTime(at)}${DOT}${by}`}</small>
        {lines.map((line, n) => (
          <small
            key={n}
          >{`${language === 'lo' ? line.nameLo : line.nameEn} ${formatNumber(line.amountLAK)}`}</small>
        ))}
      </div>
      <div className={styles.sum}>
        <b>{formatNumber(payableLAK)}</b>
        {payableLAK < askedLAK && (
          <small>{t('refunds.asked', { sum: formatNumber(askedLAK) })}</small>
        )}
        {payableLAK === 0 && <small>{t('refunds.nothingFree')}</small>}
      </div>
      <div className={styles.acts}>
        <Button
          icon={Banknote}
          look="solid"
          disabled={isFixed || payableLAK === 0}
          aria-label={t('refunds.payOf', { payer: payerName })}
          onClick={onPay}
        >
          {t('refunds.pay')}
        </Button>
        <Button
          disabled={isFixed}
          aria-label={t('refunds.creditOf', { payer: payerName })}
          onClick={onCredit}
        >
          {t('refunds.credit')}
        </Button>
      </div>
    </li>
  );
}

/**
 * Refund requests of families: each is paid out or left as credit, and the desk hears of either.
 */
export function RefundsTab() {
  const { t } = useTranslation(['pending-payment', 'common']);
  const { rows, error, refetch } = useWork<RefundRequest>('refunds');
  const changed = useVerificationChanged();
  const question = useConfirm();
  const isAway = useServerUnreachable();
  const [isBusy, setBusy] = useState(false);
  const [paying, setPaying] = useState<RefundRequest>();
  const payerName = usePayerName();
  const intoCredit = async ({ _id, payableLAK, ...payer }: RefundRequest) => {
    const isSure = await question.ask({
      title: t('refunds.creditTitle', { payer: payerName(payer) }),
      text: t('refunds.creditText', { sum: formatNumber(payableLAK) }),
      confirm: t('refunds.credit'),
      cancel: t('common:action.back'),
    });
    if (!isSure) return;
    setBusy(true);
    const result = await saveOnce((key) =>
      api.post(
        `${refundRequests.path}/${_id}/credit`,
        {},
        { ...withIdempotency(key), quiet: true },
      ),
    );
    setBusy(false);
    if (result.outcome === 'saved') showToast('success', t('refunds.credited'));
    else showFailure(result);
    await changed();
  };
  if (!rows)
    return error ? (
      <LoadFailed error={error} failed={t('refunds.failed')} onRetry={refetch} />
    ) : (
      <TableSkeleton columns={4} />
    );
  return (
    <>
      {rows.length === 0 && (
        <EmptyState icon={Undo2} title={t('refunds.empty')} text={t('refunds.emptyHint')} />
      )}
      <ul className={styles.list}>
        {rows.map((request) => (
          <Row
            key={request._id}
            request={request}
            isFixed={isBusy || isAway}
            onPay={() => setPaying(request)}
            onCredit={() => void intoCredit(request)}
          />
        ))}
      </ul>
      {paying && (
        <Suspense>
          <PayOutDialog request={paying} onClose={() => setPaying(undefined)} />
        </Suspense>
      )}
      {question.dialog}
    </>
  );
}
