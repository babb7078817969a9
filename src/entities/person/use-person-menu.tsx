import { Archive, ArchiveRestore, Combine, History } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RowMenu, type RowAction } from '#src/components/table/row-menu.tsx';
import { useCan } from '#src/lib/session/use-can.ts';
import { currentName } from '#src/lib/text/person-name.ts';
import {
  RecordDialogs,
  type Merging,
  type PersonResource,
  type PersonRow,
  type PersonDialog,
} from './record-dialogs.tsx';

/**
 * The menu of a person's row in a list, with the actions of the record's page, and the dialog
 * opened from it.
 */
export function usePersonMenu(resource: PersonResource, merge?: Merging) {
  const { t } = useTranslation(['people', 'common']);
  const mayWrite = useCan(resource.write);
  const mayMerge = useCan(merge?.action ?? resource.write) && merge !== undefined;
  const [opened, setOpened] = useState<{ row: PersonRow; dialog: PersonDialog }>();
  const actionsOf = t('common:list.actions');
  const actions = useCallback(
    (row: PersonRow) => {
      const item = (dialog: PersonDialog, label: string, icon: RowAction['icon']): RowAction => ({
        label,
        icon,
        run: () => setOpened({ row, dialog }),
      });
      const isOpen = !row.mergedIntoId;
      const items = () => [
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
    [t, actionsOf, mayWrite, mayMerge],
  );
  const dialog = opened && (
    <RecordDialogs
      open={opened.dialog}
      resource={resource}
      row={opened.row}
      merge={merge}
      onClose={() => setOpened(undefined)}
    />
  );
  return { actions, dialog };
}
