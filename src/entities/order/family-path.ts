import { paths } from '#src/lib/paths.ts';

/** The account of a payer: a parent, or a student who pays alone. */
export const familyPath = (payerId: string): string => `${paths.parents}?${new URLSearchParams({ id: payerId }).toString()}`;
