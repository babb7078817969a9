import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { foreignCurrencies } from '#contract/money/currencies.ts';
import { exchangeRatesList } from '#contract/money/exchange-rates-list.ts';
import type { ExchangeRate } from '#contract/money/exchange-rates.ts';
import { Menu, MenuEntryLink } from '#src/components/kit/menu.tsx';
import { logFailure } from '#src/lib/browser/log.ts';
import { useNow } from '#src/lib/browser/use-now.ts';
import { paths } from '#src/lib/paths.ts';
import { formatRate, formatTime } from '#src/lib/text/format.ts';
import { listQuery } from '#src/offline/lists/cached-list.ts';
import styles from './ticker.module.css';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The age of the oldest rate, and the names of the old ones if others are newer. */
function Age({
  rates,
  oldest,
  now,
}: {
  rates: readonly ExchangeRate[];
  oldest: string;
  now: number;
}) {
  const { t } = useTranslation('shell');
  const daysOf = (timestamp: string) => Math.floor((now - Date.parse(timestamp)) / DAY_MS);
  const days = daysOf(oldest);
  const old = rates.filter(({ createdAt }) => daysOf(createdAt) >= 1);
  if (days >= 1) {
    return (
      <span className={styles.old}>
        {old.length < rates.length && `${old.map(({ currency }) => currency).join(' ')} `}
        {t('ticker.old', { count: days })}
      </span>
    );
  }
  return <span className={styles.age}>{t('ticker.asOf', { time: formatTime(oldest) })}</span>;
}

/** The currencies that clerks use most come first. */
const byUse = (left: ExchangeRate, right: ExchangeRate) =>
  foreignCurrencies.indexOf(left.currency) - foreignCurrencies.indexOf(right.currency);

/** Every rate, and the link to the page of rates. */
function AllRates({ rates, onClose }: { rates: readonly ExchangeRate[]; onClose: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <>
      <dl className={styles.all}>
        {rates.map(({ currency, rateToLAK }) => (
          <div key={currency}>
            <dt>{currency}</dt>
            <dd>
              <bdi dir="ltr">{formatRate(rateToLAK)}</bdi>
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
 * Kip for one unit of every foreign currency, and the age of the oldest of these rates: nobody
 * should take last week's baht for today's because the dollar was entered this morning. The bar
 * shows as many rates as fit; a press opens all of them. A failure to load the rates is only logged
 * (docs/interface.md, "The header").
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
  const trigger = (
    <>
      <bdi className={styles.label}>{t('ticker.label')}</bdi>
      <span className={styles.rates}>
        {rates.map(({ currency, rateToLAK }) => (
          <span key={currency}>
            <span className={styles.currency}>{currency}</span>
            <bdi dir="ltr">{formatRate(rateToLAK)}</bdi>
          </span>
        ))}
      </span>
      <Age rates={rates} oldest={oldest} now={now} />
      <ChevronDown className={styles.more} size={16} aria-hidden />
    </>
  );
  return (
    <section className={`${styles.frame} ${className}`} aria-label={t('nav.exchangeRate')}>
      <Menu trigger={trigger} className={styles.ticker} align="start" width={240}>
        {(close) => <AllRates rates={rates} onClose={close} />}
      </Menu>
    </section>
  );
}
