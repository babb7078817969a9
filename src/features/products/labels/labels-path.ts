import { paths } from '#src/lib/paths.ts';

/** The parameter in the address with the products whose labels are printed. */
export const LABELS = 'labels';

/** The address of the page of labels for these products. */
export const labelsPath = (ids: readonly string[]): string =>
  `${paths.productList}?${LABELS}=${ids.join(',')}`;
