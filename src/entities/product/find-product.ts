import type { Product } from '#contract/stock/products.ts';

/** A UPC-A code is an EAN-13 without its leading zero; scanners and cameras return either. */
const asEan = (code: string) => (/^\d{12}$/.test(code) ? `0${code}` : code);

/**
 * The product of a scanned code: its barcode, or the SKU on one of our labels. Active products come
 * first.
 */
export function findByCode<One extends Pick<Product, 'barcode' | 'sku' | 'active'>>(
  products: readonly One[],
  scanned: string,
): One | undefined {
  const code = scanned.trim();
  if (code === '') return undefined;
  const found = products.filter(
    ({ barcode, sku }) =>
      (barcode !== '' && asEan(barcode) === asEan(code)) || sku === code.toUpperCase(),
  );
  return found.find(({ active }) => active) ?? found[0];
}
