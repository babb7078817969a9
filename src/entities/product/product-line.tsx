import type { Product } from '#contract/stock/products.ts';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { TwoNames } from '#src/entities/course/two-names.tsx';
import { ProductPhoto } from './product-photo.tsx';
import styles from './product.module.css';

/** A product in a list: photo, both names, SKU. */
export function ProductLine({
  product,
}: {
  product: Pick<Product, 'nameEn' | 'nameLo' | 'sku' | 'photoFileId' | 'trackStock'>;
}) {
  return (
    <span className={styles.product}>
      <ProductPhoto product={product} />
      <span className={styles.words}>
        <TwoNames {...product} />
        <span className={styles.code}>
          <LeftToRight>{product.sku}</LeftToRight>
        </span>
      </span>
    </span>
  );
}
