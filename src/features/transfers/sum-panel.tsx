import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { TransferSums } from '#contract/classes/transfer-preview.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showSignedKip, useNameOf } from './transfer-words.ts';
import styles from './transfers.module.css';

type RowProps = {
  label: string;
  detail?: string | undefined;
  sum: string;
  weight?: 'sub' | 'total';
};

function Row({ label, detail, sum, weight }: RowProps) {
  return (
    <div data-weight={weight}>
      <dt>
        {label}
        {detail !== undefined && <small>{detail}</small>}
      </dt>
      <dd>
        <bdi dir="ltr">{sum}</bdi>
      </dd>
    </div>
  );
}

/**
 * The money of a transfer step by step: the rest of the old class, the price of the new one, and
 * where the difference goes.
 */
export function SumPanel({
  sums,
  waives = false,
  waiveReason,
}: {
  sums: TransferSums;
  waives?: boolean;
  waiveReason?: string;
}) {
  const { t } = useTranslation('transfers');
  const nameOf = useNameOf();
  const {
    bought,
    used,
    usedLAK,
    valueLAK,
    newLAK,
    differenceLAK,
    movesLAK,
    movesPendingLAK,
    creditLAK,
    creditPendingLAK,
    lackingLAK,
    stillOwedLAK,
    dueOn,
    newLines,
  } = sums;
  const pending = (sum: number) =>
    sum > 0 ? t('sum.pending', { sum: formatNumber(sum) }) : undefined;
  return (
    <section className={styles.panel} aria-labelledby="transfer-sum">
      <h2 id="transfer-sum">
        {t('sum.title')} <small>{t('sum.kip')}</small>
      </h2>
      <dl className={styles.sums}>
        <Row label={t('sum.oldPrice')} sum={formatNumber(usedLAK + valueLAK)} />
        <Row label={t('sum.used', { count: bought, used, bought })} sum={showSignedKip(-usedLAK)} />
        <Row label={t('sum.value')} sum={formatNumber(valueLAK)} weight="sub" />
        {newLines.map((line, at) => (
          <Fragment key={at}>
            <Row
              label={t('sum.newPrice', { sessions: line.sessions })}
              detail={nameOf(line.nameEn, line.nameLo)}
              sum={formatNumber(line.amountLAK)}
            />
            {line.discounts.map((discount, place) => (
              <Row
                key={place}
                label={t('sum.kept', { name: nameOf(discount.nameEn, discount.nameLo) })}
                sum={showSignedKip(-Math.abs(discount.amountLAK))}
              />
            ))}
          </Fragment>
        ))}
        <Row label={t('sum.net')} sum={formatNumber(newLAK)} weight="sub" />
        <Row
          label={t(
            differenceLAK > 0 ? 'sum.toPay' : differenceLAK < 0 ? 'sum.less' : 'sum.difference',
          )}
          sum={showSignedKip(differenceLAK)}
          weight="total"
        />
        {movesLAK > 0 && (
          <Row
            label={t('sum.moves')}
            detail={pending(movesPendingLAK)}
            sum={formatNumber(movesLAK)}
          />
        )}
        {creditLAK > 0 && (
          <Row
            label={t('sum.credit')}
            detail={pending(creditPendingLAK)}
            sum={formatNumber(creditLAK)}
          />
        )}
        {lackingLAK > 0 && !waives && (
          <Row label={t('sum.lacking', { day: showDay(dueOn) })} sum={formatNumber(lackingLAK)} />
        )}
        {stillOwedLAK > 0 && <Row label={t('sum.stillOwed')} sum={formatNumber(stillOwedLAK)} />}
        {waives && differenceLAK > 0 && (
          <Row label={t('sum.waived')} detail={waiveReason} sum={showSignedKip(-differenceLAK)} />
        )}
      </dl>
      <p className={styles.muted}>{t('sum.toTheKip')}</p>
    </section>
  );
}
