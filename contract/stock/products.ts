import * as z from 'zod/mini';
import { productsList } from './products-list.ts';
import { isBarcode } from './barcode.ts';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { amount, fileId, id, name, timestamp, text, version } from '#contract/fields.ts';
import { foldSigns } from '#contract/words/normalise.ts';
import { withoutTextMark } from '#contract/words/typed-code.ts';
import { resource } from '#contract/resource.ts';

export const MAX_STOCK = 1_000_000;
export const MAX_COURSES_OF_PRODUCT = 30;
export const MAX_PRODUCTS_OF_COURSE = 30;

/** The code of a product on shelves and lists: 1 to 20 capitals, digits and dashes. */
export const sku = z.string().check(
  z.overwrite((value) => withoutTextMark(foldSigns(value)).toUpperCase()),
  z.minLength(1, { abort: true }),
  z.regex(/^[A-Z0-9][A-Z0-9-]{0,19}$/, { error: 'skuInvalid' }),
);

/**
 * EAN-13, ISBN-13 or a code of the manufacturer; empty for none. Dashes and spaces of a printed
 * ISBN are dropped.
 */
export const barcode = z._default(
  z.string().check(
    z.overwrite((value) => {
      const code = withoutTextMark(foldSigns(value));
      return /^[\d\s-]+$/.test(code) ? code.replaceAll(/[\s-]/g, '') : code;
    }),
    z.refine((value) => value === '' || isBarcode(value), { error: 'barcodeInvalid' }),
  ),
  '',
);

export const quantity = z.int().check(z.gte(1), z.lte(MAX_STOCK));

/** `usual` if the students of a course normally need the product, `optional` if they may buy it. */
export const neededKinds = ['usual', 'optional'] as const;
export type Needed = (typeof neededKinds)[number];

/** A course whose students need this product. */
export const courseOfProduct = z.object({ courseId: id, quantity, needed: z.enum(neededKinds) });
/** A product that the students of a course need. */
export const productOfCourse = z.object({ productId: id, quantity, needed: z.enum(neededKinds) });

/**
 * A branch reorders at this many on hand that are not reserved. Each admin sets it for their own
 * branch.
 */
export const reorderLevel = z.object({
  branchId: id,
  level: z.nullable(z.int().check(z.gte(0), z.lte(MAX_STOCK))),
});

/** The cost of one piece at the last purchase, as it was entered. */
export const cost = z.object({ amount, currency: z.enum(priceCurrencies) });

/** docs/domain.md, "Products". */
export const productInput = z.object({
  sku,
  barcode,
  nameEn: name,
  nameLo: name,
  categoryId: id,
  price: amount,
  currency: z._default(z.enum(priceCurrencies), 'LAK'),
  /** Missing if the user may not see it; then the stored cost stays. */
  cost: z.optional(z.nullable(cost)),
  /** The name of one: piece, set, box. */
  unit: text(20),
  photoFileId: fileId,
  /** False for products without stock, such as the fee for an exam. */
  trackStock: z._default(z.boolean(), true),
  courses: z._default(z.array(courseOfProduct).check(z.maxLength(MAX_COURSES_OF_PRODUCT)), []),
  reorderLevels: z._default(z.array(reorderLevel).check(z.maxLength(200)), []),
  active: z._default(z.boolean(), true),
});

export const product = z.extend(productInput, {
  /** Missing for roles that may not see it (`products:cost`), as `costLAK`. */
  cost: z.optional(z.nullable(cost)),
  /**
   * Kip for one piece, at the newest rate when it was entered; the value of stock is on hand ×
   * this.
   */
  costLAK: z.optional(z.nullable(amount)),
  _id: id,
  version,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const products = resource(productsList, { row: product, input: productInput });

export const productsQuery = z.extend(products.query, {
  categoryId: z.optional(id),
  active: z.optional(z.enum(['true', 'false'])),
});

/** GET `/products/next-sku`: the next free number of a category. */
export const nextSkuQuery = z.object({ categoryId: id });
export const nextSku = z.object({ sku: z.string() });

export type Product = z.output<typeof product>;
export type ProductInput = z.output<typeof productInput>;
export type CourseOfProduct = z.output<typeof courseOfProduct>;
export type ProductOfCourse = z.output<typeof productOfCourse>;
