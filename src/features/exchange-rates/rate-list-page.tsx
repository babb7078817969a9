import { Coins } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { exchangeRates, type ExchangeRate } from '#contract/exchange-rates.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import { Freshness } from '#src/components/page/freshness.tsx';
import { LeftToRight } from '#src/components/page/left-to-right.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { PageState } from '#src/components/page/page-state.tsx';
import { Aside } from '#src/components/table/aside.tsx';
import type { Column } from '#src/components/table/columns.ts';
import { ListStates } from '#src/components/table/list-states.tsx';
import { ListToolbar } from '#src/components/table/list-toolbar.tsx';
import { RecordTable } from '#src/components/table/record-table.tsx';
import { useListView } from '#src/components/table/use-list-view.ts';
import { DAY_MS, formatAge } from '#src/lib/age.ts';
import { formatDateTime } from '#src/lib/format.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useCachedList } from '#src/offline/cached-list.ts';
import { useCan } from '#src/lib/use-can.ts';
import { useLanguage } from '#src/lib/use-language.ts';
import { useNow } from '#src/lib/use-now.ts';
import { formatColumnRate } from './rate-change.ts';
import styles from './rate-list-page.module.css';

const MINUTE_MS = 60_000;

/** When a rate was entered and how long ago that is; a rate over a day old says so. */
function EnteredAt({ stamp }: { stamp: string }) {
  const { t } = useTranslation('common');
  const now = useNow(MINUTE_MS);
  const age = formatAge(stamp, useLanguage(), now);
  const isOld = now - Date.parse(stamp) > DAY_MS;
  return (
    <>
      <LeftToRight>{formatDateTime(stamp)}</LeftToRight>
      <span className={isOld ? styles.old : styles.age}>{isOld ? t('list.old', { asOf: age }) : age}</span>
    </>
  );
}

function useColumns(): Column<ExchangeRate>[] {
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
        oneWay: true,
        cell: ({ rateToLAK }) => formatColumnRate(rateToLAK),
      },
      {
        field: 'createdAt',
        label: t('createdAt'),
        priority: 1,
        cell: ({ createdAt }) => <EnteredAt stamp={createdAt} />,
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
  const view = useListView(exchangeRates, 'currency');
  const list = useCachedList(exchangeRates, { search: view.search, sort: view.sort, quiet: true });
  const mayWrite = useCan(exchangeRates.write);
  const add = <AddLink to={paths.addRate} label={t('shell:page.addRate')} />;
  return (
    <>
      <PageHeader title={t('shell:nav.exchangeRate')} count={list.total} freshness={<Freshness list={list} />}>
        {mayWrite && add}
      </PageHeader>
      <ListToolbar view={view} hint={t('searchHint')} />
      <ListStates
        list={list}
        columns={columns.length}
        view={view}
        failed="ratesFetch"
        empty={
          <PageState icon={Coins} title={t('empty')} text={t('emptyHint')}>
            {mayWrite && add}
          </PageState>
        }
      >
        {(rows) => (
          <RecordTable
            label={t('shell:nav.exchangeRate')}
            rows={rows}
            columns={columns}
            view={view}
            open={open}
          />
        )}
      </ListStates>
    </>
  );
}
