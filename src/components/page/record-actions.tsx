import { Button } from '@chakra-ui/react/button';
import { useQueryClient } from '@tanstack/react-query';
import { Archive, ArchiveRestore, Combine, History } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#contract/resource.ts';
import type { Action } from '#contract/roles.ts';
import { useConfirm } from '#src/components/feedback/confirm-dialog.tsx';
import type { Path } from '#src/lib/paths.ts';
import { recordKey } from '#src/lib/record-saver.ts';
import { unsavedTitles } from '#src/lib/unsaved-work.ts';
import { useCan } from '#src/lib/use-can.ts';

// Asked for seldom, so fetched when asked for.
const TimelineDialog = lazy(async () => ({ default: (await import('./timeline-dialog.tsx')).TimelineDialog }));
const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog }));
const ArchiveDialog = lazy(async () => ({ default: (await import('./archive-dialog.tsx')).ArchiveDialog }));

/** A person's record, as far as it can be put away. */
export type PersonRow = {
  _id: string;
  version: number;
  archived: boolean;
  firstName: string;
  lastName: string;
  /** Of a record that became part of another one: there is nothing to be done with it any more. */
  mergedIntoId?: string | null;
  /** Of somebody who is paid by the hour. */
  rateCurrency?: string;
};

type RecordActionsProps = {
  resource: Pick<Resource, 'name' | 'path' | 'write'>;
  row: PersonRow;
  /** Where two records of one person can become one: what it takes, and the page of the one that stays. */
  merge?: { action: Action; edit: Path };
};

/** Asks about what is typed and not saved before something is done that the form would not survive. */
function useSafely() {
  const { t } = useTranslation(['people', 'common']);
  const { ask, dialog } = useConfirm();
  const isSafe = async () =>
    unsavedTitles().length === 0 ||
    ask({ title: t('record.unsaved'), text: t('record.unsavedText'), confirm: t('record.goOn'), cancel: t('common:form.stay') });
  return { isSafe, dialog };
}

/** What can be done with a person's record besides filling it in: see what happened to it, put it away, or back. */
export function RecordActions({ resource, row, merge }: RecordActionsProps) {
  const { t } = useTranslation('people');
  const client = useQueryClient();
  const isMerged = Boolean(row.mergedIntoId);
  const mayWrite = useCan(resource.write) && !isMerged;
  const mayMerge = useCan(merge?.action ?? resource.write) && merge !== undefined && !isMerged;
  const [open, setOpen] = useState<'history' | 'archive' | 'merge'>();
  const { isSafe, dialog } = useSafely();
  const ArchiveIcon = row.archived ? ArchiveRestore : Archive;
  const close = () => setOpen(undefined);
  const openSafely = async (what: 'archive' | 'merge') => {
    if (await isSafe()) setOpen(what);
  };
  return (
    <>
      <Button onClick={() => setOpen('history')}>
        <History aria-hidden />
        {t('record.history')}
      </Button>
      {mayWrite && (
        <Button onClick={() => void openSafely('archive')}>
          <ArchiveIcon aria-hidden />
          {t(row.archived ? 'record.restore' : 'record.archive')}
        </Button>
      )}
      {mayMerge && (
        <Button onClick={() => void openSafely('merge')}>
          <Combine aria-hidden />
          {t('merge.action')}
        </Button>
      )}
      {dialog}
      <Suspense>
        {open === 'history' && <TimelineDialog path={resource.path} row={row} onClose={close} />}
        {open === 'merge' && merge && <MergeDialog resource={resource} row={row} edit={merge.edit} onClose={close} />}
        {open === 'archive' && (
          <ArchiveDialog
            path={resource.path}
            row={row}
            onClose={close}
            onDone={(changed) => {
              close();
              client.setQueryData(recordKey(resource, row._id), changed);
              void client.invalidateQueries({ queryKey: [resource.name, 'list'] });
            }}
          />
        )}
      </Suspense>
    </>
  );
}
