import { useTranslation } from 'react-i18next';
import { productCategories, productCategoryInput } from '#contract/stock/product-categories.ts';
import type { AddingProps } from '#src/components/fields/add-inline.tsx';
import { AddDialog } from '#src/components/form/add-dialog.tsx';
import { ProductCategoryNames } from '#src/entities/product/category-names.tsx';

/** Adds a category for the product in the form. */
export function AddProductCategory(props: AddingProps) {
  const { t } = useTranslation('shell');
  return (
    <AddDialog
      {...props}
      resource={productCategories}
      schema={productCategoryInput}
      title={t('page.addProductCategory')}
    >
      {(field) => <ProductCategoryNames field={field} />}
    </AddDialog>
  );
}
