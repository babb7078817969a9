import type { Location } from 'react-router-dom';
import { paths } from '#src/lib/paths.ts';

/** From this width on the week of classes has room beside the open menu. */
export const ROOMY = '(min-width: 1280px)';

type At = Pick<Location, 'pathname' | 'search'>;

/** True on the desk, with its payment and its drawer. */
export const isDesk = ({ pathname }: At): boolean =>
  pathname === paths.newEnrollment || pathname === paths.addOrder;

/**
 * True where somebody works and needs all the room: the desk, a sheet on which stock is counted,
 * and the week of classes on a narrow screen (docs/architecture.md, "Working screens").
 */
export function isWorkingScreen(at: At, isRoomy: boolean): boolean {
  if (isDesk(at)) return true;
  const query = new URLSearchParams(at.search);
  if (at.pathname === paths.stockTracking) return query.get('view') === 'counts' && query.has('id');
  return at.pathname === paths.classOverview && !query.has('id') && !isRoomy;
}
