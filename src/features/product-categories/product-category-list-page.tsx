import { Shapes } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { productCategoriesList } from '#contract/stock/product-categories-list.ts';
import { productsList } from '#contract/stock/products-list.ts';
import type { ProductCategory } from '#contract/stock/product-categories.ts';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { ListPage } from '#src/components/list/list-page.tsx';
import { useListView } from '#src/components/list/use-list-view.ts';
import { AddLink } from '#src/components/page/add-link.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { TwoNames } from '#src/entities/course/two-names.tsx';
import { editPath, paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

function useColumns(): ListColumn<ProductCategory>[] {
  const { t } = useTranslation('products');
  return useMemo(
    () => [
      {
        field: 'nameEn',
        label: t('category.name'),
        priority: 1,
        cell: (row) => <TwoNames {...row} />,
      },
      { field: 'code', label: t('category.code'), priority: 1, ltrNoWrap: true },
      {
        field: 'active',
        label: t('category.status'),
        priority: 1,
        text: ({ active }) => ({
          text: t(active ? 'category.active' : 'category.inactive'),
          tone: active ? 'on' : 'off',
        }),
      },
    ],
    [t],
  );
}

/** The number of active products in a category, linked to them. */
function useProductLinks() {
  const { t } = useTranslation('products');
  const { rows: products } = useCachedList(productsList, { quiet: true });
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const { categoryId, active } of products ?? [])
      if (active) counts.set(categoryId, (counts.get(categoryId) ?? 0) + 1);
    return ({ _id, code }: ProductCategory) => {
      const count = counts.get(_id) ?? 0;
      // No number before the products are loaded, because 0 would be wrong.
      const name = products
        ? t('category.productsOf', { name: code, count })
        : t('category.toProductsOf', { name: code });
      return (
        <LinkButton to={`${paths.productList}?categoryId=${_id}`} aria-label={name}>
          {products ? t('category.products', { count }) : t('category.toProducts')}
        </LinkButton>
      );
    };
  }, [t, products]);
}

const open = ({ _id }: ProductCategory) => editPath(paths.editProductCategory, _id);

/** The categories of products. */
export function ProductCategoryListPage() {
  const { t } = useTranslation(['products', 'shell']);
  const view = useListView(productCategoriesList, { sort: 'code' });
  const list = useCachedList(productCategoriesList, view);
  const columns = useColumns();
  const links = useProductLinks();
  const mayWrite = useCan(productCategoriesList.write);
  const add = mayWrite && (
    <AddLink to={paths.addProductCategory} label={t('shell:page.addProductCategory')} />
  );
  return (
    <ListPage
      name={productCategoriesList.name}
      list={list}
      view={view}
      columns={columns}
      title={t('shell:nav.productCategories')}
      add={add}
      hint={t('category.searchHint')}
      open={open}
      actions={links}
      failed={t('category.failed.list')}
      empty={
        <EmptyState icon={Shapes} title={t('category.empty')} text={t('category.emptyHint')}>
          {add}
        </EmptyState>
      }
    />
  );
}
