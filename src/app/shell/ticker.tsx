import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { foreignCurrencies } from '#contract/currencies.ts';
import type { ExchangeRate, exchangeRates as resource } from '#contract/exchange-rates.ts';
import { formatRate, formatTime } from '#src/lib/format.ts';
import { logFailure } from '#src/lib/log.ts';
import { useNow } from '#src/lib/use-now.ts';
import { listQuery } from '#src/offline/cached-list.ts';
import styles from './ticker.module.css';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** As much of the resource as showing it takes: the whole of it would bring its schemas to every page. */
const exchangeRates = { name: 'exchange-rates', path: '/exchange-rates', cache: 'instant' } satisfies Pick<
  typeof resource,
  'name' | 'path' | 'cache'
>;

function Age({ oldest, now }: { oldest: string; now: number }) {
  const { t } = useTranslation('shell');
  const days = Math.floor((now - Date.parse(oldest)) / DAY_MS);
  if (days >= 1) return <span className={styles.old}>{t('ticker.old', { count: days })}</span>;
  return <span className={styles.age}>{t('ticker.asOf', { time: formatTime(oldest) })}</span>;
}

/** The currencies clerks handle most come first; those that find no room are left out from the end. */
const byUse = (one: ExchangeRate, other: ExchangeRate) =>
  foreignCurrencies.indexOf(one.currency) - foreignCurrencies.indexOf(other.currency);

/**
 * Kip for one unit of every foreign currency, and how old the oldest of these rates is: nobody
 * should take last week's baht for today's because the dollar was entered this morning. A failure to load them is only
 * logged, and nothing is shown: the specification, section 8.
 */
export function Ticker({ className }: { className: string | undefined }) {
  const { t } = useTranslation('shell');
  const { data, error } = useQuery(listQuery<ExchangeRate>(exchangeRates, { quiet: true }));
  const now = useNow(MINUTE_MS);
  useEffect(() => {
    if (error) logFailure('The exchange rates could not be loaded', error);
  }, [error]);

  const rates = data?.rows.toSorted(byUse) ?? [];
  const oldest = rates.map(({ createdAt }) => createdAt).sort()[0];
  if (oldest === undefined) return <div className={className} />;
  return (
    <section className={`${styles.frame} ${className}`} aria-label={t('nav.exchangeRate')}>
      <div className={styles.ticker}>
        <bdi className={styles.label}>{t('ticker.label')}</bdi>
        <dl className={styles.rates}>
          {rates.map(({ currency, rateToLAK }) => (
            <div key={currency}>
              <dt>{currency}</dt>
              <dd>
                <bdi dir="ltr">{formatRate(rateToLAK)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        <Age oldest={oldest} now={now} />
      </div>
    </section>
  );
}
