import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { productsList } from '#contract/stock/products-list.ts';
import type { Product } from '#contract/stock/products.ts';
import { DOT } from '#contract/words/dot.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { LineSkeleton } from '#src/components/kit/skeleton.tsx';
import { ScanButton } from '#src/components/scan/scan-button.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { arrange } from '#src/lib/text/arrange.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { productName } from './product-name.ts';
import styles from './product.module.css';
import { useProductScan } from './use-product-scan.ts';
import { useProducts, useStock } from './use-products.ts';

const SHOWN = 8;

// The search is too large for a form, so it is fetched once the form is shown.
const Picker = lazy(async () => ({
  default: (await import('#src/components/picker/picker.tsx')).Picker,
}));

type ProductFinderProps = {
  label: string;
  onChoose: (product: Product) => void;
  /** Selects the products that may be chosen; by default the active ones. */
  isWanted?: (product: Product) => boolean;
  /** Keeps the camera open for several products. */
  many?: boolean;
};

const inUse = ({ active }: Product) => active;

/**
 * Finds a product on this device by its name in either language, its SKU, its barcode, or a scan.
 */
export function ProductFinder({
  label,
  onChoose,
  isWanted = inUse,
  many = false,
}: ProductFinderProps) {
  const { t } = useTranslation('products');
  const language = useLanguage();
  const { rows } = useProducts();
  const { stockOf } = useStock();
  const [text, setText] = useState('');
  const isPageShown = useDeferredValue(true, false);
  const { scan, unknown } = useProductScan(onChoose, isWanted);
  const found = useMemo(
    () =>
      arrange(rows.filter(isWanted), {
        search: text,
        searchIn: productsList.search,
        sort: undefined,
      }).slice(0, SHOWN),
    [rows, isWanted, text],
  );
  const detail = (product: Product) => {
    const stock = stockOf(product);
    return [
      product.sku,
      ...(stock ? [t('stock.nOnHand', { n: formatNumber(stock.onHand) })] : []),
    ].join(DOT);
  };
  return (
    <div className={styles.finder}>
      <Suspense fallback={<LineSkeleton height="var(--size-touch)" />}>
        {isPageShown ? (
          <Picker
            label={label}
            placeholder={t('searchHint')}
            takesScan
            search={text}
            onSearch={setText}
            choices={found.map((product) => ({
              id: product._id,
              label: productName(product, language),
              detail: detail(product),
            }))}
            onChoose={(id) => {
              const product = found.find(({ _id }) => _id === id);
              if (product) onChoose(product);
            }}
          />
        ) : (
          <LineSkeleton height="var(--size-touch)" />
        )}
      </Suspense>
      <ScanButton onScan={scan} many={many} />
      <ErrorText role="status">
        {unknown !== undefined && (
          <>
            {t('unknownCode')} <LeftToRight>{unknown}</LeftToRight>
          </>
        )}
      </ErrorText>
    </div>
  );
}
