import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { ListOf } from '#contract/list-of.ts';
import type { Action } from '#contract/roles.ts';
import type { Path } from '#src/lib/paths.ts';
import type { NamedPerson } from '#src/lib/text/person-name.ts';
import { recordKey } from '#src/lib/request/resource.ts';

// These dialogs are rarely opened, so their code is loaded on demand.
const TimelineDialog = lazy(async () => ({
  default: (await import('./timeline-dialog.tsx')).TimelineDialog,
}));
const MergeDialog = lazy(async () => ({
  default: (await import('./merge-dialog.tsx')).MergeDialog,
}));
const ArchiveDialog = lazy(async () => ({
  default: (await import('./archive-dialog.tsx')).ArchiveDialog,
}));

/** The fields of a person's record that archiving needs. */
export type PersonRow = NamedPerson & {
  _id: string;
  version: number;
  archived: boolean;
  /** Set on a record that was merged into another one and can no longer be changed. */
  mergedIntoId?: string | null;
};

export type PersonResource = Pick<ListOf, 'name' | 'path' | 'write'>;
/** The right to merge two records of one person, and the page of the kept one. */
export type Merging = { action: Action; edit: Path };
export type PersonDialog = 'history' | 'archive' | 'merge';

type RecordDialogsProps = {
  open: PersonDialog | undefined;
  resource: PersonResource;
  row: PersonRow;
  merge: Merging | undefined;
  onClose: () => void;
};

/** The actions on a person's record besides its form, one dialog at a time. */
export function RecordDialogs({ open, resource, row, merge, onClose }: RecordDialogsProps) {
  const client = useQueryClient();
  const onArchived = (changed: PersonRow) => {
    onClose();
    client.setQueryData(recordKey(resource, row._id), changed);
    void client.invalidateQueries({ queryKey: [resource.name, 'list'] });
  };
  return (
    <Suspense>
      {open === 'history' && <TimelineDialog path={resource.path} row={row} onClose={onClose} />}
      {open === 'merge' && merge && (
        <MergeDialog resource={resource} row={row} edit={merge.edit} onClose={onClose} />
      )}
      {open === 'archive' && (
        <ArchiveDialog path={resource.path} row={row} onClose={onClose} onDone={onArchived} />
      )}
    </Suspense>
  );
}
