import { useTranslation } from 'react-i18next';
import type { ProductCategoryInput } from '#contract/stock/product-categories.ts';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { TextField } from '#src/components/fields/text-field.tsx';

/** The required names of a product category. */
export function ProductCategoryNames({ field }: { field: FieldOf<ProductCategoryInput> }) {
  const { t } = useTranslation('products');
  return (
    <>
      <TextField {...field('nameEn')} label={t('category.nameEn')} lang="en" />
      <TextField {...field('nameLo')} label={t('category.nameLo')} lang="lo" />
      <TextField {...field('code')} label={t('category.code')} help={t('category.codeHelp')} />
    </>
  );
}
