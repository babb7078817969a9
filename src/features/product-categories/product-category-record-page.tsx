import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import {
  productCategories,
  productCategoryInput,
  type ProductCategory,
} from '#contract/stock/product-categories.ts';
import { FormSection } from '#src/components/fields/form-section.tsx';
import { SwitchField } from '#src/components/fields/switch-field.tsx';
import { RecordForm } from '#src/components/form/record-form.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { useBackToList } from '#src/components/page/use-back-to-list.ts';
import { useRecordTitle } from '#src/components/page/use-record-title.ts';
import { ProductCategoryNames } from '#src/entities/product/category-names.tsx';
import { paths } from '#src/lib/paths.ts';
import { useRecord, useSaver } from '#src/lib/request/resource.ts';

function ProductCategoryForm({ category }: { category: ProductCategory | undefined }) {
  const { t } = useTranslation('products');
  const saver = useSaver(productCategories);
  const { saved, cancel } = useBackToList(paths.productCategories);
  return (
    <RecordForm
      schema={productCategoryInput}
      row={category}
      action={productCategories.write}
      failed={t(category ? 'category.failed.update' : 'category.failed.create')}
      draft={{ form: productCategories.name, record: category?._id ?? 'new' }}
      saver={saver}
      onSaved={saved}
      onCancel={cancel}
    >
      {(field) => (
        <FormSection title={t('category.section')}>
          <ProductCategoryNames field={field} />
          <SwitchField {...field('active')} label={t('category.inUse')} />
        </FormSection>
      )}
    </RecordForm>
  );
}

/** Adds a category of products, or changes the one whose id is in the address. */
export function ProductCategoryRecordPage() {
  const { t } = useTranslation(['products', 'shell']);
  const [params] = useSearchParams();
  const id = params.get('id');
  const record = useRecord(productCategories, id);
  const title = useRecordTitle(
    t(id === null ? 'shell:page.addProductCategory' : 'shell:page.editProductCategory'),
    record,
  );
  return (
    <>
      <PageHeader title={title} back={paths.productCategories} />
      <RecordStates
        record={record}
        failed={t('category.failed.one')}
        back={paths.productCategories}
      >
        {(category) => <ProductCategoryForm category={category} />}
      </RecordStates>
    </>
  );
}
