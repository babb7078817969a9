import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { TransferSums } from '#contract/classes/transfer-preview.ts';
import { Fact, Facts } from '#src/components/kit/facts.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showSignedKip, useShownName } from './transfer-words.ts';

type LineProps = {
  label: string;
  detail?: string | undefined;
  sum: string;
  weight?: 'sub' | 'total';
};

function Line({ label, detail, sum, weight }: LineProps) {
  const words = (
    <>
      {label}
      {detail !== undefined && <small>{detail}</small>}
    </>
  );
  return (
    <Fact label={words} weight={weight}>
      <bdi dir="ltr">{sum}</bdi>
    </Fact>
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
  const shownName = useShownName();
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
    <Panel id="transfer-sum" title={t('sum.title')} count={t('sum.kip')}>
      <Facts look="sums">
        <Line label={t('sum.oldPrice')} sum={formatNumber(usedLAK + valueLAK)} />
        <Line
          label={t('sum.used', { count: bought, used, bought })}
          sum={showSignedKip(-usedLAK)}
        />
        <Line label={t('sum.value')} sum={formatNumber(valueLAK)} weight="sub" />
        {newLines.map((line, at) => (
          <Fragment key={at}>
            <Line
              label={t('sum.newPrice', { sessions: line.sessions })}
              detail={shownName(line.nameEn, line.nameLo)}
              sum={formatNumber(line.amountLAK)}
            />
            {line.discounts.map((discount, place) => (
              <Line
                key={place}
                label={t('sum.kept', { name: shownName(discount.nameEn, discount.nameLo) })}
                sum={showSignedKip(-Math.abs(discount.amountLAK))}
              />
            ))}
          </Fragment>
        ))}
        <Line label={t('sum.net')} sum={formatNumber(newLAK)} weight="sub" />
        <Line
          label={t(
            differenceLAK > 0 ? 'sum.toPay' : differenceLAK < 0 ? 'sum.less' : 'sum.difference',
          )}
          sum={showSignedKip(differenceLAK)}
          weight="total"
        />
        {movesLAK > 0 && (
          <Line
            label={t('sum.moves')}
            detail={pending(movesPendingLAK)}
            sum={formatNumber(movesLAK)}
          />
        )}
        {creditLAK > 0 && (
          <Line
            label={t('sum.credit')}
            detail={pending(creditPendingLAK)}
            sum={formatNumber(creditLAK)}
          />
        )}
        {lackingLAK > 0 && !waives && (
          <Line label={t('sum.lacking', { day: showDay(dueOn) })} sum={formatNumber(lackingLAK)} />
        )}
        {stillOwedLAK > 0 && <Line label={t('sum.stillOwed')} sum={formatNumber(stillOwedLAK)} />}
        {waives && differenceLAK > 0 && (
          <Line label={t('sum.waived')} detail={waiveReason} sum={showSignedKip(-differenceLAK)} />
        )}
      </Facts>
      <PanelText isMuted>{t('sum.toTheKip')}</PanelText>
    </Panel>
  );
}
