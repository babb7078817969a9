import { lazy, useCallback, useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { productCategoriesList } from '#contract/stock/product-categories-list.ts';
import {
  productInput,
  products,
  type Product,
  type ProductInput,
} from '#contract/stock/products.ts';
import type { Adding } from '#src/components/fields/add-inline.tsx';
import { ChoiceField } from '#src/components/fields/choice-field.tsx';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { FormSection } from '#src/components/fields/form-section.tsx';
import { MoneyField, useAmountsOf } from '#src/components/fields/money-field.tsx';
import { PictureField } from '#src/components/fields/picture-field.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { SwitchField } from '#src/components/fields/switch-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { RecordForm, type Reads } from '#src/components/form/record-form.tsx';
import { useBackToList } from '#src/components/page/use-back-to-list.ts';
import { productName } from '#src/entities/product/product-name.ts';
import { paths } from '#src/lib/paths.ts';
import { api } from '#src/lib/request/api.ts';
import { useSaver } from '#src/lib/request/resource.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { BarcodeField } from './barcode-field.tsx';
import { CostField } from './cost-field.tsx';
import { NeededByField } from './needed-by-field.tsx';
import { ReorderLevelsField } from './reorder-levels-field.tsx';

const AddProductCategory = lazy(async () => ({
  default: (await import('./add-product-category.tsx')).AddProductCategory,
}));

type Field = FieldOf<ProductInput>;

/** The possible categories of a product: the active ones, and its current one. */
function useCategoryOptions(current: string | undefined) {
  const language = useLanguage();
  const { rows = [] } = useCachedList(productCategoriesList, { sort: 'code', quiet: true });
  return rows
    .filter(({ _id, active }) => active || _id === current)
    .map((category) => ({ value: category._id, label: productName(category, language) }));
}

/** Suggests the next SKU of the chosen category, unless somebody types another. */
function useSuggestedSku(isNew: boolean): void {
  const { getValues, setValue } = useFormContext<ProductInput>();
  const categoryId = useWatch<ProductInput, 'categoryId'>({ name: 'categoryId' });
  const suggested = useRef('');
  const suggest = useCallback(
    async (signal: AbortSignal) => {
      const { sku } = await api.get<{ sku: string }>(`${products.path}/next-sku`, {
        query: { categoryId },
        signal,
        quiet: true,
      });
      if (signal.aborted || (getValues('sku') !== '' && getValues('sku') !== suggested.current))
        return;
      suggested.current = sku;
      setValue('sku', sku, { shouldDirty: true });
    },
    [categoryId, getValues, setValue],
  );
  useEffect(() => {
    if (!isNew || categoryId === '') return undefined;
    const stop = new AbortController();
    // Without an answer the field stays unchanged, and the person types a SKU.
    void suggest(stop.signal).catch(() => undefined);
    return () => stop.abort();
  }, [isNew, categoryId, suggest]);
}

function Codes({ field, isNew }: { field: Field; isNew: boolean }) {
  const { t } = useTranslation('products');
  useSuggestedSku(isNew);
  return (
    <FormSection title={t('section.codes')}>
      <TextField {...field('sku')} label={t('sku')} help={t('skuHelp')} />
      <BarcodeField {...field('barcode')} label={t('barcode')} help={t('barcodeHelp')} />
    </FormSection>
  );
}

function Price({ field }: { field: Field }) {
  const { t } = useTranslation('products');
  const seesCost = useCan('products:cost');
  const { currency, chooseCurrency, asksFor } = useAmountsOf('currency', ['price']);
  return (
    <FormSection title={t('section.price')}>
      <MoneyField
        {...field('price')}
        label={t('salePrice')}
        currency={currency}
        asks={asksFor('price')}
      />
      <ChoiceField
        {...field('currency')}
        label={t('currency')}
        options={priceCurrencies.map((value) => ({ value, label: value }))}
        onChoose={chooseCurrency}
      />
      {seesCost && (
        <CostField {...field('cost')} label={t('costLast')} help={t('costHelp')} usual={currency} />
      )}
      <SwitchField {...field('trackStock')} label={t('trackStock')} help={t('trackStockHelp')} />
    </FormSection>
  );
}

/** Every field of a product; `product` is the one to change, undefined for a new one. */
export function ProductForm({
  product,
  ...look
}: { product: Product | undefined } & Reads<Product>) {
  const { t } = useTranslation(['products', 'shell']);
  const saver = useSaver(products);
  const categories = useCategoryOptions(product?.categoryId);
  const addCategory: Adding = {
    label: t('shell:page.addProductCategory'),
    action: 'product-categories:write',
    dialog: (props) => <AddProductCategory {...props} />,
  };
  const { saved, cancel } = useBackToList(paths.productList);
  return (
    <RecordForm
      schema={productInput}
      row={product}
      action={products.write}
      failed={t(product ? 'failed.update' : 'failed.create')}
      draft={{ form: products.name, record: product?._id ?? 'new' }}
      saver={saver}
      onSaved={saved}
      onCancel={cancel}
      {...look}
    >
      {(field) => (
        <>
          <FormSection title={t('section.product')}>
            <TextField {...field('nameEn')} label={t('nameEn')} lang="en" />
            <TextField {...field('nameLo')} label={t('nameLo')} lang="lo" />
            <SelectField
              {...field('categoryId')}
              label={t('productCategory')}
              options={categories}
              adding={addCategory}
            />
            <TextField {...field('unit')} label={t('unit')} help={t('unitHelp')} />
            <PictureField {...field('photoFileId')} label={t('photo')} />
            <SwitchField {...field('active')} label={t('active')} />
          </FormSection>
          <Codes field={field} isNew={product === undefined} />
          <Price field={field} />
          <FormSection title={t('section.reorder')} hint={t('reorderHint')}>
            <ReorderLevelsField
              {...field('reorderLevels')}
              label={t('section.reorder')}
              productId={product?._id}
            />
          </FormSection>
          <FormSection title={t('section.courses')} hint={t('coursesHint')}>
            <NeededByField {...field('courses')} productId={product?._id} />
          </FormSection>
        </>
      )}
    </RecordForm>
  );
}
