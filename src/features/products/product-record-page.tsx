import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { productsList } from '#contract/stock/products-list.ts';
import type { Product } from '#contract/stock/products.ts';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordWaiting } from '#src/components/record/record-waiting.tsx';
import { paths } from '#src/lib/paths.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { recordName } from '#src/lib/text/record-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { ProductForm } from './product-form.tsx';

// A new product needs nothing of it.
const ProductView = lazy(async () => {
  const [{ ProductView: View }] = await Promise.all([
    import('./product-view.tsx'),
    loadWords(['record']),
  ]);
  return { default: View };
});

/** Adds a product, or shows the one whose id is in the address. */
export function ProductRecordPage() {
  const { t } = useTranslation('shell');
  const [params] = useSearchParams();
  const id = params.get('id');
  const language = useLanguage();
  if (id !== null)
    return (
      <Suspense
        fallback={
          <RecordWaiting<Product>
            list={productsList}
            id={id}
            nameOf={(row) => recordName(row, language)}
            title={t('page.editProduct')}
            back={paths.productList}
          />
        }
      >
        <ProductView key={id} id={id} />
      </Suspense>
    );
  return (
    <>
      <PageHeader title={t('page.addProduct')} back={paths.productList} />
      <ProductForm product={undefined} />
    </>
  );
}
