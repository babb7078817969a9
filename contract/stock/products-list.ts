import { listOf } from '#contract/list-of.ts';
import type { Product } from './products.ts';

export const products = listOf<Product>()({
  name: 'products',
  sort: ['sku', 'nameEn', 'price', 'createdAt'],
  search: ['sku', 'barcode', 'nameEn', 'nameLo'],
  cache: 'all',
});
