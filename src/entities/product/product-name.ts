import type { Language } from '#contract/language.ts';
import type { Product } from '#contract/stock/products.ts';

/** The name of a product, or of its category, in the interface language. */
export const productName = (
  { nameEn, nameLo }: Pick<Product, 'nameEn' | 'nameLo'>,
  language: Language,
): string => (language === 'lo' ? nameLo : nameEn);
