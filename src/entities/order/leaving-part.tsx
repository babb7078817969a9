import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { enrolments } from '#contract/classes/enrolments.ts';
import type { Leaving } from '#contract/classes/leaving.ts';
import { leavingSettlements, type LeavingSettlement } from '#contract/orders/value-left.ts';
import { DOT } from '#contract/words/dot.ts';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { Tick } from '#src/components/kit/tick.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { Fact, Facts } from '#src/components/kit/facts.tsx';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { api } from '#src/lib/request/api.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import styles from '#src/entities/order/pay/pay.module.css';

/**
 * The settlement of a withdrawal with this last day, fetched for each day; disabled without a day.
 */
export function useLeavingSums(
  enrolmentId: string,
  lastDay: string | null,
): UseQueryResult<Leaving> {
  return useQuery({
    queryKey: [enrolments.name, 'leaving', enrolmentId, lastDay],
    queryFn: ({ signal }) =>
      api.get<Leaving>(`${enrolments.path}/${enrolmentId}/leaving`, {
        query: { lastDay: lastDay ?? '' },
        signal,
        quiet: true,
      }),
    enabled: lastDay !== null,
    gcTime: 0,
  });
}

/** The sums of an enrolment that ends, from its value to the settlement. */
function Sums({ money: { lines, valueLAK, unpaidLAK, freedLAK, pendingLAK } }: { money: Leaving }) {
  const { t } = useTranslation('leaving');
  const language = useLanguage();
  return (
    <Facts look="sums">
      {lines.map((line) => (
        <Fact
          key={line.lineId}
          label={
            <>
              {language === 'lo' ? line.nameLo : line.nameEn}
              <small>
                {t('used', { count: line.bought, used: line.used, bought: line.bought })}
                {DOT}
                <LeftToRight>{line.orderNumber}</LeftToRight>
              </small>
            </>
          }
        >
          <bdi dir="ltr">{formatNumber(line.valueLAK)}</bdi>
        </Fact>
      ))}
      {lines.length > 1 && (
        <Fact label={t('value')}>
          <bdi dir="ltr">{formatNumber(valueLAK)}</bdi>
        </Fact>
      )}
      {unpaidLAK > 0 && (
        <Fact label={t('unpaid')}>
          <bdi dir="ltr">{formatNumber(unpaidLAK)}</bdi>
        </Fact>
      )}
      <Fact
        weight="total"
        label={
          <>
            {t('freed')}
            {pendingLAK > 0 && <small>{t('pending', { sum: formatNumber(pendingLAK) })}</small>}
          </>
        }
      >
        <bdi dir="ltr">{formatNumber(freedLAK)}</bdi>
      </Fact>
    </Facts>
  );
}

type LeavingPartProps = {
  asked: UseQueryResult<Leaving>;
  settlement: LeavingSettlement | null;
  onChoose: (settlement: LeavingSettlement) => void;
};

/**
 * The unused tuition of a student who leaves, and the choice of its settlement; nothing if nothing
 * was charged.
 */
export function LeavingPart({ asked, settlement, onChoose }: LeavingPartProps) {
  const { t } = useTranslation(['leaving', 'common']);
  const { data: money } = asked;
  if (asked.isError) {
    return <ErrorText role="alert">{readFailureText(asked.error)}</ErrorText>;
  }
  if (!money) return <p role="status">{t('loading')}</p>;
  if (money.lines.length === 0) return null;
  return (
    <section aria-label={t('title')}>
      <Stack gap={2}>
        <h3>
          {t('title')} <small>{t('kip')}</small>
        </h3>
        <Sums money={money} />
        {money.valueLAK > 0 && (
          <fieldset className={styles.choices}>
            <legend>{t('choose')}</legend>
            {leavingSettlements.map((option) => (
              <Tick
                key={option}
                isLine
                type="radio"
                name="settlement"
                checked={settlement === option}
                onChange={() => onChoose(option)}
              >
                <span>
                  {t(`settlement.${option}`)}
                  <small>{t(`means.${option}`)}</small>
                </span>
              </Tick>
            ))}
          </fieldset>
        )}
        {money.refundPolicy !== '' && (
          <p className={styles.policy}>{t('policy', { text: money.refundPolicy })}</p>
        )}
      </Stack>
    </section>
  );
}
