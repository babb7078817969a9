import { Button } from '@chakra-ui/react/button';
import { useQueryClient } from '@tanstack/react-query';
import { Archive, ArchiveRestore, History } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#contract/resource.ts';
import { recordKey } from '#src/lib/record-saver.ts';
import { useCan } from '#src/lib/use-can.ts';

// Asked for seldom, so fetched when asked for.
const TimelineDialog = lazy(async () => ({ default: (await import('./timeline-dialog.tsx')).TimelineDialog }));
const ArchiveDialog = lazy(async () => ({ default: (await import('./archive-dialog.tsx')).ArchiveDialog }));

/** A person's record, as far as it can be put away. */
export type PersonRow = {
  _id: string;
  version: number;
  archived: boolean;
  firstName: string;
  lastName: string;
  /** Of somebody who is paid by the hour. */
  rateCurrency?: string;
};

type RecordActionsProps = { resource: Pick<Resource, 'name' | 'path' | 'write'>; row: PersonRow };

/** What can be done with a person's record besides filling it in: see what happened to it, put it away, or back. */
export function RecordActions({ resource, row }: RecordActionsProps) {
  const { t } = useTranslation('people');
  const client = useQueryClient();
  const mayWrite = useCan(resource.write);
  const [open, setOpen] = useState<'history' | 'archive'>();
  const ArchiveIcon = row.archived ? ArchiveRestore : Archive;
  const close = () => setOpen(undefined);
  return (
    <>
      <Button onClick={() => setOpen('history')}>
        <History aria-hidden />
        {t('record.history')}
      </Button>
      {mayWrite && (
        <Button onClick={() => setOpen('archive')}>
          <ArchiveIcon aria-hidden />
          {t(row.archived ? 'record.restore' : 'record.archive')}
        </Button>
      )}
      <Suspense>
        {open === 'history' && <TimelineDialog path={resource.path} row={row} onClose={close} />}
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
