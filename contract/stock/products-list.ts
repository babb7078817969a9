import { listOf } from '#contract/list-of.ts';
import type { Product } from './products.ts';

export const productsList = listOf<Product>()({
  name: 'products',
  sort: ['sku', 'nameEn', 'price', 'createdAt'],
  search: ['sku', 'barcode', 'nameEn', 'nameLo'],
  cache: 'all',
});
