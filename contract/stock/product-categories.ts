import * as z from 'zod/mini';
import { productCategoriesList } from './product-categories-list.ts';
import { id, name, shortCode, timestamp, version } from '#contract/fields.ts';
import { resource } from '#contract/resource.ts';

export const productCategoryInput = z.object({
  code: shortCode,
  nameEn: name,
  nameLo: name,
  /** A category with active products stays active. */
  active: z._default(z.boolean(), true),
});

export const productCategory = z.extend(productCategoryInput, {
  _id: id,
  version,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const productCategories = resource(productCategoriesList, {
  row: productCategory,
  input: productCategoryInput,
});

export type ProductCategory = z.output<typeof productCategory>;
export type ProductCategoryInput = z.output<typeof productCategoryInput>;
