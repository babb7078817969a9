import { paths } from '#src/lib/paths.ts';

const address = (query: Record<string, string>) =>
  `${paths.schoolInfo}?${new URLSearchParams({ view: 'moving-in', ...query }).toString()}`;

export const movingInAddress = address({});
export const moveAddress = (id: string): string => address({ id });
/** The last step of a move, which the queue of the overview leads to as well. */
export const COMPARISON = 'comparison';
export const comparisonAddress = (id: string): string => address({ id, part: COMPARISON });
