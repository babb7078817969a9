import { listOf } from '#contract/list-of.ts';
import type { ProductCategory } from './product-categories.ts';

export const productCategoriesList = listOf<ProductCategory>()({
  name: 'product-categories',
  sort: ['code', 'nameEn', 'createdAt'],
  search: ['code', 'nameEn', 'nameLo'],
  cache: 'all',
});
