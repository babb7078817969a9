import { Archive, ArchiveRestore, Combine, History } from 'lucide-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RowMenu, type RowAction } from '#src/components/table/row-menu.tsx';
import { useCan } from '#src/lib/session/use-can.ts';
import { currentName } from '#src/lib/text/person-name.ts';
import type { Merging, PersonDialog, PersonResource, PersonRow } from './record-dialogs.tsx';

const RecordDialogs = lazy(async () => ({
  default: (await import('./record-dialogs.tsx')).RecordDialogs,
}));

/**
 * The menu of a person's row in a list, with the actions of the record's page, and the dialog
 * opened from it. `first` gives more actions, before these.
 */
export function usePersonMenu<Row extends PersonRow>(
  resource: PersonResource,
  merge?: Merging,
  first?: (row: Row) => readonly RowAction[],
) {
  const { t } = useTranslation(['people', 'common']);
  const mayWrite = useCan(resource.write);
  const mayMerge = useCan(merge?.action ?? resource.write) && merge !== undefined;
  const [opened, setOpened] = useState<{ row: PersonRow; dialog: PersonDialog }>();
  const actionsOf = t('common:list.actions');
  const actions = useCallback(
    (row: Row) => {
      const item = (dialog: PersonDialog, label: string, icon: RowAction['icon']): RowAction => ({
        label,
        icon,
        run: () => setOpened({ row, dialog }),
      });
      const isOpen = !row.mergedIntoId;
      const items = () => [
        ...(first?.(row) ?? []),
        item('history', t('record.history'), History),
        ...(mayWrite && isOpen
          ? [
              item(
                'archive',
                t(row.archived ? 'record.restore' : 'record.archive'),
                row.archived ? ArchiveRestore : Archive,
              ),
            ]
          : []),
        ...(mayMerge && isOpen ? [item('merge', t('merge.action'), Combine)] : []),
      ];
      return <RowMenu label={`${actionsOf}: ${currentName(row)}`} items={items} />;
    },
    [t, actionsOf, mayWrite, mayMerge, first],
  );
  const dialog = opened && (
    <Suspense>
      <RecordDialogs
        open={opened.dialog}
        resource={resource}
        row={opened.row}
        merge={merge}
        onClose={() => setOpened(undefined)}
      />
    </Suspense>
  );
  return { actions, dialog };
}
