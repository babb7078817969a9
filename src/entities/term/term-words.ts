import type { TermStatus } from '#contract/academic-terms.ts';
import type { StatusTone } from '#src/components/page/status-mark.tsx';
import { formatDate } from '#src/lib/text/format.ts';

/** The marks of a term's statuses: taught or taking students, not yet, no longer. */
export const termTones: Record<TermStatus, StatusTone> = {
  draft: 'off',
  open: 'on',
  running: 'on',
  closed: 'off',
  archived: 'off',
};

const show = (day: string | null) => (day === null ? '' : formatDate(day));

/** `01/01/2026 – 31/03/2026`; nothing where neither day is known. */
export const showDays = (from: string | null, to: string | null): string =>
  from === null && to === null ? '' : `${show(from)} – ${show(to)}`;
