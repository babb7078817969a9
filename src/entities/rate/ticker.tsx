import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Clock } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { foreignCurrencies } from '#contract/money/currencies.ts';
import { exchangeRatesList } from '#contract/money/exchange-rates-list.ts';
import type { ExchangeRate } from '#contract/money/exchange-rates.ts';
import { Menu, MenuEntryLink } from '#src/components/kit/menu.tsx';
import { SlidingRow } from '#src/components/kit/sliding-row.tsx';
import { logFailure } from '#src/lib/browser/log.ts';
import { useNow } from '#src/lib/browser/use-now.ts';
import { paths } from '#src/lib/paths.ts';
import { formatRate, formatTime } from '#src/lib/text/format.ts';
import { listQuery } from '#src/offline/lists/cached-list.ts';
import styles from './ticker.module.css';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The currencies that clerks use most come first. */
const byUse = (left: ExchangeRate, right: ExchangeRate) =>
  foreignCurrencies.indexOf(left.currency) - foreignCurrencies.indexOf(right.currency);

/** Says that a rate is older than a day, in words where there is room and with a sign elsewhere. */
function Old({ days }: { days: number }) {
  const { t } = useTranslation('shell');
  return (
    <span className={styles.old}>
      <Clock size={12} aria-hidden />
      <span>{t('ticker.old', { count: days })}</span>
    </span>
  );
}

type RatesProps = { rates: readonly ExchangeRate[]; daysOf: (rate: ExchangeRate) => number };

/** Every rate with its age, and the link to the page of rates. */
function AllRates({ rates, daysOf, onClose }: RatesProps & { onClose: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <>
      <dl className={styles.all}>
        {rates.map((rate) => (
          <div key={rate.currency}>
            <dt>{rate.currency}</dt>
            <dd>
              <bdi dir="ltr">{formatRate(rate.rateToLAK)}</bdi>
              {daysOf(rate) >= 1 && <Old days={daysOf(rate)} />}
            </dd>
          </div>
        ))}
      </dl>
      <MenuEntryLink to={paths.exchangeRate} onClick={onClose}>
        {t('nav.exchangeRate')}
      </MenuEntryLink>
    </>
  );
}

/**
 * Kip for one unit of every foreign currency. A rate of an earlier day is marked beside its own
 * currency: nobody should take last week's baht for today's because the dollar was entered this
 * morning. What does not fit into two lines slides by itself, so no rate is ever left out; a press
 * opens all of them. A failure to load the rates is only logged (docs/interface.md, "The header").
 */
export function Ticker({ className }: { className: string | undefined }) {
  const { t } = useTranslation('shell');
  const { data, error } = useQuery(listQuery<ExchangeRate>(exchangeRatesList, { quiet: true }));
  const now = useNow(MINUTE_MS);
  useEffect(() => {
    if (error) logFailure('The exchange rates could not be loaded', error);
  }, [error]);

  const rates = data?.rows.toSorted(byUse) ?? [];
  const oldest = rates.map(({ createdAt }) => createdAt).sort()[0];
  if (oldest === undefined) return <div className={className} />;
  const daysOf = ({ createdAt }: ExchangeRate) =>
    Math.floor((now - Date.parse(createdAt)) / DAY_MS);
  const isFresh = rates.every((rate) => daysOf(rate) < 1);
  const trigger = (
    <>
      <SlidingRow className={styles.rates}>
        <bdi className={styles.label}>{t('ticker.label')}</bdi>
        {rates.map((rate) => (
          <span key={rate.currency} className={styles.rate}>
            <span className={styles.currency}>{rate.currency}</span>
            <bdi dir="ltr">{formatRate(rate.rateToLAK)}</bdi>
            {daysOf(rate) >= 1 && <Old days={daysOf(rate)} />}
          </span>
        ))}
        {isFresh && (
          <span className={styles.age}>{t('ticker.asOf', { time: formatTime(oldest) })}</span>
        )}
      </SlidingRow>
      <ChevronDown className={styles.more} size={16} aria-hidden />
    </>
  );
  return (
    <section className={`${styles.frame} ${className}`} aria-label={t('nav.exchangeRate')}>
      <Menu trigger={trigger} className={styles.ticker} align="start" width={240}>
        {(close) => <AllRates rates={rates} daysOf={daysOf} onClose={close} />}
      </Menu>
    </section>
  );
}
