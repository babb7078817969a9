import { expect, it } from 'vitest';
import { findByCode } from '#src/entities/product/find-product.ts';

const book = { sku: 'BK-K2-WB', barcode: '8851234002184', active: true };
const imported = { sku: 'BK-US', barcode: '0036000291452', active: true };
const worn = { sku: 'TS-OLD', barcode: 'TS-1', active: false };
const shirt = { sku: 'TS-1', barcode: '', active: true };
const products = [book, imported, worn, shirt];

it('finds a product by its barcode, and by the SKU of a label as a scanner may write it', () => {
  expect(findByCode(products, '8851234002184')).toBe(book);
  expect(findByCode(products, 'bk-k2-wb')).toBe(book);
  expect(findByCode(products, '885123400218')).toBeUndefined();
});

it('finds an EAN-13 by the UPC-A that is the same code without its zero', () => {
  expect(findByCode(products, '036000291452')).toBe(imported);
});

it('prefers what is in use, and finds nothing for no code', () => {
  expect(findByCode(products, 'TS-1')).toBe(shirt);
  expect(findByCode([worn], 'TS-1')).toBe(worn);
  expect(findByCode(products, ' ')).toBeUndefined();
});
