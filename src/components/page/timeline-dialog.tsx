import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TimelineEntry } from '#contract/people.ts';
import { Dialog } from '#src/components/feedback/dialog.tsx';
import { api } from '#src/lib/api.ts';
import { formatDateTime } from '#src/lib/format.ts';
import { say } from '#src/lib/i18n.ts';
import type { PersonRow } from './record-actions.tsx';
import { withCurrencies } from './timeline-rates.ts';
import { useValueText, useWords } from './value-text.ts';

function Entry({ entry, path }: { entry: TimelineEntry; path: string }) {
  const { t } = useTranslation('people');
  const show = useValueText(path);
  const worded = useWords();
  const by = ` · ${entry.actorName || t('record.byServer')} · `;
  const changeText = (field: string, before: unknown, after: unknown) =>
    `${worded(`record.field.${field}`, field)}: ${show(field, before)} → ${show(field, after)}`;
  return (
    <chakra.li py="2" borderBottomWidth="1px" borderColor="border.muted" lineHeight="lao">
      <chakra.p>
        <chakra.strong fontWeight="semibold">{worded(`record.action.${entry.action}`, entry.action)}</chakra.strong>
        {by}
        <chakra.time color="fg.muted" dateTime={entry.at}>
          {formatDateTime(entry.at)}
        </chakra.time>
      </chakra.p>
      {entry.changes.map(({ field, before, after }) => (
        <chakra.p key={field} textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          {changeText(field, before, after)}
        </chakra.p>
      ))}
    </chakra.li>
  );
}

/** What was done to a record, by whom and when, the newest first. */
export function TimelineDialog({ path, row, onClose }: { path: string; row: PersonRow; onClose: () => void }) {
  const { t } = useTranslation(['people', 'common']);
  const { data, isError } = useQuery({
    queryKey: [path, 'timeline', row._id, row.version],
    queryFn: ({ signal }) => api.get<TimelineEntry[]>(`${path}/${row._id}/timeline`, { signal, quiet: true }),
    select: (entries) => withCurrencies(entries, row.rateCurrency ?? ''),
    gcTime: 0,
  });
  return (
    <Dialog
      title={t('record.historyOf', { name: `${row.firstName} ${row.lastName}` })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common:action.close')}</Button>}
    >
      {isError && <p role="alert">{say(navigator.onLine ? 'somethingWrong' : 'offlineBanner')}</p>}
      {!data && !isError && <p role="status">{t('common:loading')}</p>}
      {data?.length === 0 && <p>{t('record.historyEmpty')}</p>}
      {data && data.length > 0 && (
        <chakra.ol maxHeight="60vh" overflowY="auto" tabIndex={0}>
          {data.map((entry) => (
            <Entry key={entry._id} entry={entry} path={path} />
          ))}
        </chakra.ol>
      )}
    </Dialog>
  );
}
