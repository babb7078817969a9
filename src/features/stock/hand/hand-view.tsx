import {
  ArrowUpNarrowWide,
  Boxes,
  PackageMinus,
  PackagePlus,
  Gift,
  type LucideIcon,
} from 'lucide-react';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { productsList } from '#contract/stock/products-list.ts';
import { stockLevelsList } from '#contract/stock/stock-levels-list.ts';
import { manualMovementTypes } from '#contract/stock/stock-movements.ts';
import { Button } from '#src/components/kit/button.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import type { Filter } from '#src/components/list/filters.ts';
import { ListPage } from '#src/components/list/list-page.tsx';
import { useListView } from '#src/components/list/use-list-view.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import { RowMenu } from '#src/components/table/row-menu.tsx';
import { NEW, stockPath } from '#src/features/stock/stock-path.ts';
import { useOnTheWay } from '#src/features/stock/stock-queries.ts';
import { StockTabs } from '#src/features/stock/stock-tabs.tsx';
import { useBranches, useGoods, useLevels } from '#src/features/stock/use-goods.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { useHandColumns } from './hand-columns.tsx';
import { handRows, lowFirst, urgencyOf, type HandRow } from './hand-rows.ts';
import { Worth } from './worth.tsx';

const MovementDialog = lazy(async () => ({
  default: (await import('./movement-dialog.tsx')).MovementDialog,
}));

type ManualType = (typeof manualMovementTypes)[number];
const manualIcons: Record<ManualType, LucideIcon> = {
  opening: PackagePlus,
  loss: PackageMinus,
  issueFree: Gift,
};

const open = ({ _id }: HandRow) => stockPath('movements', { productId: _id });

/** The branches whose stock is shown: the selected one, or all active ones. */
function useShownBranches(): readonly string[] {
  const selected = useSelectedBranchId();
  const { rows } = useBranches();
  return useMemo(
    () =>
      selected === undefined
        ? (rows ?? []).filter(({ active }) => active).map(({ _id }) => _id)
        : [selected],
    [selected, rows],
  );
}

function useHandFilters(): readonly Filter[] {
  const { t } = useTranslation('stock');
  const seesTransfers = useCan('stock-transfers:read');
  return useMemo(() => {
    const states = ['low', 'under', ...(seesTransfers ? (['onTheWay'] as const) : [])] as const;
    return [
      {
        kind: 'one',
        name: 'state',
        label: t('hand.state'),
        options: states.map((value) => ({ value, label: t(`hand.${value}`) })),
      },
    ];
  }, [t, seesTransfers]);
}

const isInState = (row: HandRow, state: string | undefined) => {
  if (state === 'low') return urgencyOf(row) < 2;
  if (state === 'under') return urgencyOf(row) === 0;
  return state === undefined || row.way.length > 0;
};

/** The rows after search, filters and sorting; without a chosen order, low stock comes first. */
function useHandList(
  view: ReturnType<typeof useListView<typeof productsList>>,
  branchIds: readonly string[],
) {
  const goods = useGoods();
  const levels = useCachedList(stockLevelsList, { quiet: true });
  const levelOf = useLevels();
  const way = useOnTheWay();
  const found = useCachedList(productsList, { search: view.search, sort: view.sort });
  const { state } = view.filters;
  const rows = useMemo(() => {
    if (!found.rows || !levels.rows || branchIds.length === 0) return undefined;
    const all = handRows(found.rows, { goods, levelOf, way, branchIds }).filter((row) =>
      isInState(row, state),
    );
    return view.sort === undefined ? lowFirst(all) : all;
  }, [found.rows, levels.rows, goods, levelOf, way, branchIds, state, view.sort]);
  // The list is as old as the older of its two sources.
  const oldest = found.fetchedAt < levels.fetchedAt ? found : levels;
  const refetch = () => {
    found.refetch();
    levels.refetch();
  };
  return {
    goods,
    list: {
      ...oldest,
      rows,
      total: rows?.length,
      error: found.error ?? levels.error,
      failed: found.failed || levels.failed,
      refetch,
    },
  };
}

/** The movements that can be entered by hand, in the menu of a product. */
function useHandMenu() {
  const { t } = useTranslation(['stock', 'common']);
  const [opened, setOpened] = useState<{ row: HandRow; type: ManualType }>();
  const actions = useCallback(
    (row: HandRow) => (
      <RowMenu
        label={`${t('common:list.actions')}: ${row.name}`}
        items={() =>
          manualMovementTypes.map((type) => ({
            label: t(`stock:byHand.${type}`),
            icon: manualIcons[type],
            run: () => setOpened({ row, type }),
          }))
        }
      />
    ),
    [t],
  );
  const dialog = opened && (
    <Suspense>
      <MovementDialog row={opened.row} type={opened.type} onClose={() => setOpened(undefined)} />
    </Suspense>
  );
  return { actions, dialog };
}

/** The stock, low products first; each figure links to the movements behind it. */
export function HandView() {
  const { t } = useTranslation(['stock', 'shell']);
  const branchIds = useShownBranches();
  const columns = useHandColumns(branchIds);
  const filters = useHandFilters();
  const view = useListView(productsList, { filters });
  const { goods, list } = useHandList(view, branchIds);
  const menu = useHandMenu();
  const seesCost = useCan('products:cost');
  const mayWrite = useCan('stock-movements:write');
  const seesMovements = useCan('stock-movements:read');
  const rows = list.rows ?? [];
  return (
    <>
      <ListPage
        name={stockLevelsList.name}
        list={list}
        view={view}
        columns={columns}
        filters={filters}
        title={t('shell:nav.stockTracking')}
        hint={t('hand.search')}
        add={
          mayWrite && (
            <AddLink to={stockPath('deliveries', { id: NEW })} label={t('deliveries.add')} />
          )
        }
        summary={
          <>
            <StockTabs current="hand" />
            {seesCost && branchIds.length > 1 && (
              <Worth rows={rows} branchIds={branchIds} goods={goods} />
            )}
          </>
        }
        tools={
          <Button
            isShort
            icon={ArrowUpNarrowWide}
            aria-pressed={view.sort === undefined}
            onClick={() => view.setFilter('sort', '')}
          >
            {t('hand.lowFirst')}
          </Button>
        }
        {...(seesMovements && { open })}
        {...(mayWrite && { actions: menu.actions })}
        {...(seesCost && {
          sums: (shown: readonly HandRow[]) => [
            {
              label: t('hand.sumOf', { n: formatNumber(shown.length) }),
              sums: {
                value: formatNumber(shown.reduce((sum, { value }) => sum + (value ?? 0), 0)),
              },
            },
          ],
        })}
        failed={t('failed.hand')}
        empty={<EmptyState icon={Boxes} title={t('hand.empty')} text={t('hand.emptyHint')} />}
      />
      {menu.dialog}
    </>
  );
}
