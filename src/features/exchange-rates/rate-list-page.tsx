import { Coins } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { exchangeRatesList } from '#contract/money/exchange-rates-list.ts';
import type { ExchangeRate } from '#contract/money/exchange-rates.ts';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { ListPage } from '#src/components/list/list-page.tsx';
import { useListView } from '#src/components/list/use-list-view.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import { Aside } from '#src/components/table/aside.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { DAY_MS, formatAge } from '#src/lib/text/age.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useNow } from '#src/lib/browser/use-now.ts';
import { formatColumnRate } from './rate-change.ts';
import styles from './exchange-rates.module.css';

const MorningRates = lazy(async () => ({
  default: (await import('./morning-rates.tsx')).MorningRates,
}));

const MORNING_VIEW = `${paths.exchangeRate}?view=morning`;
const MINUTE_MS = 60_000;

/** The time of a rate's entry and its age; a rate over a day old is marked. */
function EnteredAt({ timestamp }: { timestamp: string }) {
  const { t } = useTranslation('common');
  const now = useNow(MINUTE_MS);
  const age = formatAge(timestamp, useLanguage(), now);
  const isOld = now - Date.parse(timestamp) > DAY_MS;
  return (
    <>
      <LeftToRight>{formatDateTime(timestamp)}</LeftToRight>
      <span className={isOld ? styles.old : styles.age}>
        {isOld ? t('list.old', { asOf: age }) : age}
      </span>
    </>
  );
}

function useColumns(): ListColumn<ExchangeRate>[] {
  const { t } = useTranslation('exchange-rates');
  return useMemo(
    () => [
      {
        field: 'currency',
        label: t('currency'),
        priority: 1,
        cell: ({ currency }) => (
          <>
            <LeftToRight>{currency}</LeftToRight>
            <Aside>{t(`name.${currency}`)}</Aside>
          </>
        ),
      },
      {
        field: 'rateToLAK',
        label: t('rateColumn'),
        priority: 1,
        align: 'end',
        ltrNoWrap: true,
        text: ({ rateToLAK }) => formatColumnRate(rateToLAK),
      },
      {
        field: 'createdAt',
        label: t('createdAt'),
        priority: 1,
        cell: ({ createdAt }) => <EnteredAt timestamp={createdAt} />,
      },
      { field: 'createdBy', label: t('createdBy'), priority: 2 },
      { field: 'note', label: t('note'), priority: 3 },
    ],
    [t],
  );
}

const open = ({ _id }: ExchangeRate) => editPath(paths.editRate, _id);

/** The rates in force: the newest entry of each currency. */
export function RateListPage() {
  const { t } = useTranslation(['exchange-rates', 'shell', 'common']);
  const columns = useColumns();
  const view = useListView(exchangeRatesList, { sort: 'currency' });
  const list = useCachedList(exchangeRatesList, {
    search: view.search,
    sort: view.sort,
    quiet: true,
  });
  const mayWrite = useCan(exchangeRatesList.write);
  const [params] = useSearchParams();
  const add = mayWrite && <AddLink to={paths.addRate} label={t('shell:page.addRate')} />;
  if (mayWrite && params.get('view') === 'morning')
    return (
      <Suspense fallback={null}>
        <MorningRates />
      </Suspense>
    );
  return (
    <ListPage
      name={exchangeRatesList.name}
      list={list}
      view={view}
      columns={columns}
      title={t('shell:nav.exchangeRate')}
      add={add}
      tools={mayWrite && <LinkButton to={MORNING_VIEW}>{t('morning.open')}</LinkButton>}
      hint={t('searchHint')}
      open={open}
      failed={t('failed.list')}
      empty={
        <EmptyState icon={Coins} title={t('empty')} text={t('emptyHint')}>
          {add}
        </EmptyState>
      }
    />
  );
}
