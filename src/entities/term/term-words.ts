import type { TermStatus } from '#contract/courses/academic-terms.ts';
import { type MarkTone } from '#src/components/kit/mark.tsx';
import { formatDate } from '#src/lib/text/format.ts';

/** The tones of the term statuses: `on` while it teaches or takes students. */
export const termTones: Record<TermStatus, MarkTone> = {
  draft: 'off',
  open: 'on',
  running: 'on',
  closed: 'off',
  archived: 'off',
};

const show = (day: string | null) => (day === null ? '' : formatDate(day));

/** `01/01/2026 – 31/03/2026`; empty if neither day is known. */
export const showDays = (from: string | null, to: string | null): string =>
  from === null && to === null ? '' : `${show(from)} – ${show(to)}`;
