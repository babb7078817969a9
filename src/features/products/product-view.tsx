import { Barcode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { productsList } from '#contract/stock/products-list.ts';
import type { Product } from '#contract/stock/products.ts';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { Money } from '#src/components/kit/money.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { RecordHead } from '#src/components/record/record-head.tsx';
import { RecordSkeleton } from '#src/components/record/record-skeleton.tsx';
import { Figure, FigureStrip } from '#src/components/record/strip.tsx';
import { useKeptRecord } from '#src/components/record/use-kept-record.ts';
import { useKnownRow } from '#src/components/record/use-known-row.ts';
import { AuditLink } from '#src/entities/audit/audit-link.tsx';
import { StockWords } from '#src/entities/product/stock-words.tsx';
import { useStock } from '#src/entities/product/use-products.ts';
import { labelsPath } from '#src/features/products/labels/labels-path.ts';
import { paths } from '#src/lib/paths.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { recordName } from '#src/lib/text/record-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { ProductForm } from './product-form.tsx';

/** The figures of a product: on hand, promised, price, and where it is low. */
function ProductStrip({ product }: { product: Product }) {
  const { t } = useTranslation(['record', 'products']);
  const { stockOf } = useStock();
  const stock = stockOf(product);
  const search = new URLSearchParams({ search: product.sku }).toString();
  const none = <span>–</span>;
  return (
    <FigureStrip label={t('figures')}>
      <Figure
        isLarge={stock !== undefined}
        label={t('onHand')}
        to={`${paths.stockTracking}?${search}`}
      >
        {product.trackStock
          ? stock
            ? formatNumber(stock.onHand)
            : none
          : t('products:stock.notCounted')}
      </Figure>
      <Figure isLarge label={t('promised')}>
        {stock ? formatNumber(stock.reserved) : none}
      </Figure>
      <Figure isLarge label={t('price')}>
        <Money amount={product.price} currency={product.currency} />
      </Figure>
      <Figure
        label={t('lowAt')}
        note={stock && <StockWords stock={stock} isCounted={product.trackStock} />}
      >
        {typeof stock?.reorderLevel === 'number' ? formatNumber(stock.reorderLevel) : t('noneSet')}
      </Figure>
    </FigureStrip>
  );
}

/** A product, read first: stock, price, and what it is. */
export function ProductView({ id }: { id: string }) {
  const { t } = useTranslation(['products', 'shell', 'record']);
  const language = useLanguage();
  const { record, locked } = useKeptRecord(productsList, id);
  const product = record.status === 'ready' ? record.row : undefined;
  const tapped = useKnownRow<Product>(productsList, id);
  const known = product ?? tapped;
  return (
    <>
      <RecordHead
        title={known ? recordName(known, language) : t('shell:page.editProduct')}
        back={paths.productList}
        face={{ fileId: product?.photoFileId ?? null }}
        mark={
          known && <Mark on={known.active} label={t(known.active ? 'active' : 'record:inactive')} />
        }
        under={
          known && [
            <bdi key="sku" dir="ltr">
              {known.sku}
            </bdi>,
          ]
        }
      >
        {product && (
          <>
            <AuditLink entity="products" entityId={id} />
            <LinkButton icon={Barcode} to={labelsPath([product._id])}>
              {t('labels.open')}
            </LinkButton>
          </>
        )}
      </RecordHead>
      <RecordStates
        record={record}
        failed={t('failed.one')}
        back={paths.productList}
        skeleton={<RecordSkeleton hasTabs={false} />}
      >
        {() =>
          product && (
            <>
              <ProductStrip product={product} />
              <ProductForm product={product} locked={locked} reads={{}} />
            </>
          )
        }
      </RecordStates>
    </>
  );
}
