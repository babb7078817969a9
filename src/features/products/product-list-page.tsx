import { Barcode, Package } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { productCategoriesList } from '#contract/stock/product-categories-list.ts';
import { productsList } from '#contract/stock/products-list.ts';
import type { ProductCategory } from '#contract/stock/product-categories.ts';
import { useExportTool } from '#src/components/export/export-tool.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import type { Filter } from '#src/components/list/filters.ts';
import { ListPage } from '#src/components/list/list-page.tsx';
import { useListView } from '#src/components/list/use-list-view.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import { ScanButton } from '#src/components/scan/scan-button.tsx';
import { useScan } from '#src/components/scan/use-scan.ts';
import type { ListColumn } from '#src/components/table/columns.ts';
import type { Selection } from '#src/components/table/use-selection.ts';
import { ImportButton } from '#src/entities/import/import-button.tsx';
import { useImportTool } from '#src/entities/import/import-tool.tsx';
import { ProductLine } from '#src/entities/product/product-line.tsx';
import { productName } from '#src/entities/product/product-name.ts';
import { StockWords } from '#src/entities/product/stock-words.tsx';
import { editPath, paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useStore } from '#src/lib/store.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { labelsPath } from '#src/features/products/labels/labels-path.ts';
import { shownParts, useProductRows, type ProductRow } from './product-rows.ts';

const NONE: readonly ProductCategory[] = [];

function useCategories() {
  const language = useLanguage();
  const { rows = NONE } = useCachedList(productCategoriesList, { sort: 'code', quiet: true });
  return useMemo(
    () => rows.map((category) => ({ value: category._id, label: productName(category, language) })),
    [rows, language],
  );
}

type Categories = ReturnType<typeof useCategories>;

function useColumns(categories: Categories): ListColumn<ProductRow>[] {
  const { t } = useTranslation('products');
  const isAll = useSelectedBranchId() === undefined;
  const code = useStore(({ branch }) => branch.branchData?.code);
  const seesCost = useCan('products:cost');
  return useMemo(() => {
    const nameOf = new Map(categories.map(({ value, label }) => [value, label]));
    const inCurrency = (amount: number, currency: string) =>
      `${showMoney(amount, currency)} ${currency}`;
    return [
      {
        field: 'nameEn',
        label: t('product'),
        priority: 1,
        cell: (row) => <ProductLine product={row} />,
      },
      {
        field: 'categoryId',
        label: t('productCategory'),
        priority: 3,
        text: ({ categoryId }) => nameOf.get(categoryId) ?? '',
      },
      { field: 'barcode', label: t('barcode'), priority: 3, ltrNoWrap: true, optional: true },
      {
        field: 'price',
        label: t('price'),
        priority: 1,
        align: 'end',
        ltrNoWrap: true,
        text: ({ price, currency }) => inCurrency(price, currency),
      },
      ...(seesCost
        ? [
            {
              field: 'cost',
              label: t('cost'),
              priority: 3,
              align: 'end',
              ltrNoWrap: true,
              optional: true,
              text: ({ cost }) => (cost ? inCurrency(cost.amount, cost.currency) : ''),
            } satisfies ListColumn<ProductRow>,
          ]
        : []),
      {
        field: 'stock',
        label: isAll || code === undefined ? t('onHandAll') : t('onHandIn', { branch: code }),
        priority: 1,
        align: 'end',
        cell: ({ stock, trackStock }) => <StockWords stock={stock} isCounted={trackStock} />,
      },
      {
        field: 'reserved',
        label: t('promised'),
        priority: 3,
        align: 'end',
        text: ({ stock }) => (stock ? formatNumber(stock.reserved) : ''),
      },
    ];
  }, [t, categories, isAll, code, seesCost]);
}

function useFilters(categories: Categories): Filter[] {
  const { t } = useTranslation('products');
  return useMemo(
    () => [
      {
        kind: 'tabs',
        name: 'show',
        label: t('shown'),
        options: shownParts.map((value) => ({
          value,
          label: t(`show.${value === '' ? 'inUse' : value}`),
        })),
      },
      { kind: 'one', name: 'categoryId', label: t('productCategory'), options: categories },
    ],
    [t, categories],
  );
}

function LabelsLink({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation('products');
  return (
    <LinkButton isShort icon={Barcode} to={labelsPath(ids)}>
      {t('labels.open')}
    </LinkButton>
  );
}

const open = ({ _id }: ProductRow) => editPath(paths.editProduct, _id);
const printLabels = (selection: Selection) => <LabelsLink ids={[...selection.ids]} />;

/** The products of the centre, with the selected branch's stock of each. */
export function ProductListPage() {
  const { t } = useTranslation(['products', 'shell']);
  const categories = useCategories();
  const columns = useColumns(categories);
  const filters = useFilters(categories);
  const view = useListView(productsList, { filters });
  const list = useProductRows(view);
  const mayWrite = useCan(productsList.write);
  useScan(view.setSearch);
  const imported = useImportTool('products');
  const exported = useExportTool({
    path: productsList.path,
    query: {
      search: view.search,
      sort: view.sort,
      categoryId: view.filters['categoryId'],
      active: String(view.filters['show'] !== 'inactive'),
    },
    name: productsList.name,
  });
  const add = mayWrite && <AddLink to={paths.addProduct} label={t('shell:page.addProduct')} />;
  return (
    <ListPage
      name={productsList.name}
      list={list}
      view={view}
      columns={columns}
      filters={filters}
      title={t('shell:nav.productList')}
      add={add}
      hint={t('searchHint')}
      scan={<ScanButton onScan={view.setSearch} />}
      open={open}
      bulk={printLabels}
      failed={t('failed.list')}
      tools={<LabelsLink ids={[]} />}
      files={[exported, mayWrite && imported]}
      empty={
        <EmptyState icon={Package} title={t('empty')} text={t('emptyHint')}>
          {add}
          {mayWrite && <ImportButton kind="products" />}
        </EmptyState>
      }
    />
  );
}
