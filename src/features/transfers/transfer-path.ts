import { paths } from '#src/lib/paths.ts';

/** One request. */
export const transferPath = (id: string): string => `${paths.transferClass}?id=${id}`;
