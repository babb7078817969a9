import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { TimelineEntry } from '#contract/people/people.ts';
import { DOT } from '#contract/words/dot.ts';
import type { Happening } from '#src/components/record/timeline.tsx';
import { api } from '#src/lib/request/api.ts';
import { recordKey, type ResourceAddress } from '#src/lib/request/resource.ts';
import { shortMoment } from '#src/lib/text/format.ts';

/** The changes of a record, newest first; read again after each save of it. */
export const useHistory = (resource: ResourceAddress, id: string) =>
  useQuery({
    queryKey: [...recordKey(resource, id), 'timeline'],
    queryFn: ({ signal }) =>
      api.get<TimelineEntry[]>(`${resource.path}/${encodeURIComponent(id)}/timeline`, {
        signal,
        quiet: true,
      }),
  });

/**
 * The words that a change put into a note: the new lines, or the whole note if it was rewritten.
 */
function writtenIn({ changes }: TimelineEntry): string {
  const { before, after } = changes.find(({ field }) => field === 'note') ?? {};
  if (typeof after !== 'string') return '';
  const kept = typeof before === 'string' ? before : '';
  return (after.startsWith(kept) ? after.slice(kept.length) : after).trim();
}

/** The notes on a person, each by its writer, for the timeline of the record. */
export function useNotes(resource: ResourceAddress, id: string): readonly Happening<'notes'>[] {
  const { t } = useTranslation('record');
  const { data = [] } = useHistory(resource, id);
  return data.flatMap((entry) => {
    const text = writtenIn(entry);
    if (text === '') return [];
    return {
      id: entry._id,
      at: entry.at,
      kind: 'notes',
      icon: MessageCircle,
      text: t('noted', { text }),
      note: [shortMoment(entry.at), entry.actorName].filter(Boolean).join(DOT),
    };
  });
}

/** Two lines of happenings as one, newest first. */
export const byTime = <Kind extends string>(all: readonly Happening<Kind>[]): Happening<Kind>[] =>
  all.toSorted((a, b) => b.at.localeCompare(a.at));
