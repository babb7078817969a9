import { paths } from '#src/lib/paths.ts';

/** The name in the address of the products whose labels are printed. */
export const LABELS = 'labels';

/** The page of labels, which begins with these products. */
export const labelsPath = (ids: readonly string[]): string =>
  `${paths.productList}?${LABELS}=${ids.join(',')}`;
