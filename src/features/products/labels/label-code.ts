import type { Product } from '#contract/products.ts';

/** More would be drawn thinner than scanners read. */
const MOST_CHARS = 20;

/** What the label of a product says to a scanner: its own barcode, else its SKU. */
export const codeOf = ({ barcode, sku }: Pick<Product, 'barcode' | 'sku'>): string =>
  barcode === '' || barcode.length > MOST_CHARS ? sku : barcode;
