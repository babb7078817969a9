import { ClipboardCheck, Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { productCategoriesList } from '#contract/stock/product-categories-list.ts';
import { stockCountsList } from '#contract/stock/stock-counts-list.ts';
import { countStatuses, type StockCount } from '#contract/stock/stock-counts.ts';
import { Button } from '#src/components/kit/button.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { type MarkTone } from '#src/components/kit/mark.tsx';
import type { Filter } from '#src/components/list/filters.ts';
import { ListPage } from '#src/components/list/list-page.tsx';
import { useListView } from '#src/components/list/use-list-view.ts';
import type { ListColumn } from '#src/components/table/columns.ts';
import { stockPath } from '#src/features/stock/stock-path.ts';
import { StockTabs } from '#src/features/stock/stock-tabs.tsx';
import { useBranches } from '#src/features/stock/use-goods.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useBranchChoice, useBranchFilters } from '#src/offline/branch-choice.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { usePagedList } from '#src/offline/lists/paged-list.ts';

const countTones: Record<StockCount['status'], MarkTone> = {
  open: 'new',
  finished: 'on',
  cancelled: 'off',
};

const OpenCountDialog = lazy(async () => ({
  default: (await import('./open-count-dialog.tsx')).OpenCountDialog,
}));

function useColumns(): ListColumn<StockCount>[] {
  const { t } = useTranslation('stock');
  const language = useLanguage();
  const { codeOf } = useBranches();
  const { rows: categories } = useCachedList(productCategoriesList, { quiet: true });
  const showsBranch = useBranchChoice().nameOf !== undefined;
  const seesCost = useCan('products:cost');
  return useMemo(() => {
    const names = new Map(
      categories?.map(({ _id, nameEn, nameLo }) => [_id, language === 'lo' ? nameLo : nameEn]),
    );
    return [
      { field: 'number', label: t('number'), priority: 1, ltrNoWrap: true },
      {
        field: 'status',
        label: t('status'),
        priority: 1,
        text: ({ status }) => ({ text: t(`counts.statuses.${status}`), tone: countTones[status] }),
      },
      {
        field: 'categoryId',
        label: t('counts.what'),
        priority: 1,
        text: ({ categoryId }) =>
          categoryId === null ? t('counts.everything') : (names.get(categoryId) ?? '…'),
      },
      ...(showsBranch
        ? [
            {
              field: 'branchId',
              label: t('branch'),
              priority: 2,
              text: ({ branchId }) => codeOf(branchId),
            } satisfies ListColumn<StockCount>,
          ]
        : []),
      {
        field: 'openedAt',
        label: t('counts.openedAt'),
        priority: 2,
        ltrNoWrap: true,
        text: ({ openedAt }) => formatDateTime(openedAt),
      },
      { field: 'openedBy', label: t('by'), priority: 3 },
      {
        field: 'counted',
        label: t('counts.counted'),
        priority: 2,
        align: 'end',
        ltrNoWrap: true,
        text: ({ counted, products }) => `${formatNumber(counted)}/${formatNumber(products)}`,
      },
      {
        field: 'differing',
        label: t('counts.differing'),
        priority: 3,
        align: 'end',
        ltrNoWrap: true,
        text: ({ differing }) => (differing === null ? '' : formatNumber(differing)),
      },
      ...(seesCost
        ? [
            {
              field: 'differenceLAK',
              label: t('counts.differenceLAK'),
              priority: 3,
              align: 'end',
              ltrNoWrap: true,
              text: ({ differenceLAK }) =>
                differenceLAK === null ? '' : formatNumber(differenceLAK),
            } satisfies ListColumn<StockCount>,
          ]
        : []),
    ];
  }, [t, language, codeOf, categories, showsBranch, seesCost]);
}

function useFilters(): readonly Filter[] {
  const { t } = useTranslation('stock');
  return useMemo(
    () => [
      {
        kind: 'one',
        name: 'status',
        label: t('status'),
        options: countStatuses.map((value) => ({ value, label: t(`counts.statuses.${value}`) })),
      },
    ],
    [t],
  );
}

/** Opens a sheet; the button is in the place of the page's main action. */
function OpenCount() {
  const { t } = useTranslation('stock');
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={Plus}
        look="solid"
        isShort
        aria-label={t('counts.add')}
        onClick={() => setOpen(true)}
      >
        {t('counts.add')}
      </Button>
      {open && (
        <Suspense>
          <OpenCountDialog
            onOpened={({ _id }) => void navigate(stockPath('counts', { id: _id }))}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

const open = ({ _id }: StockCount) => stockPath('counts', { id: _id });

/** The count sheets of the shelves, newest first. */
export function CountList() {
  const { t } = useTranslation(['stock', 'shell']);
  const columns = useColumns();
  const filters = useFilters();
  const view = useListView(stockCountsList, { sort: '-openedAt', filters });
  const list = usePagedList(stockCountsList, { ...view, filters: useBranchFilters(view.filters) });
  const mayWrite = useCan(stockCountsList.write);
  return (
    <ListPage
      name={stockCountsList.name}
      list={list}
      view={view}
      columns={columns}
      filters={filters}
      title={t('shell:page.stockCounts')}
      add={mayWrite && <OpenCount />}
      hint={t('counts.search')}
      summary={<StockTabs current="counts" />}
      open={open}
      failed={t('failed.counts')}
      empty={
        <EmptyState icon={ClipboardCheck} title={t('counts.empty')} text={t('counts.emptyHint')}>
          {mayWrite && <OpenCount />}
        </EmptyState>
      }
    />
  );
}
