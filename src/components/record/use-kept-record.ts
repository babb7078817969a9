import { useTranslation } from 'react-i18next';
import type { ListOf, RowOf } from '#contract/list-of.ts';
import { OfflineError } from '#src/lib/request/api.ts';
import { useRecord, type LoadedRecord } from '#src/lib/request/resource.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

/**
 * A record of a list that is whole on the device: while the server does not answer, the copy is
 * read. `locked` then says why it cannot be changed.
 */
export function useKeptRecord<R extends ListOf>(
  list: R,
  id: string,
): { record: LoadedRecord<RowOf<R>>; locked: string | undefined } {
  const { t } = useTranslation('record');
  const record = useRecord(list, id);
  const { rows } = useCachedList(list, { quiet: true });
  const copy = rows?.find((row) => (row as { _id: string })._id === id);
  const isAway = record.status === 'failed' && record.error instanceof OfflineError;
  if (!isAway || copy === undefined) return { record, locked: undefined };
  return { record: { status: 'ready', row: copy }, locked: t('copyOnly') };
}
