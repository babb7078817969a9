import {
  Archive,
  ArchiveRestore,
  Combine,
  Ellipsis,
  History,
  UserRoundX,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { PersonKind } from '#contract/people/personal-data.ts';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { Menu, MenuEntry, MenuList } from '#src/components/kit/menu.tsx';
import { unsavedTitles } from '#src/lib/unsaved-work.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { personalDataPath } from './personal-data-path.ts';
import {
  RecordDialogs,
  type Merging,
  type PersonResource,
  type PersonRow,
  type PersonDialog,
} from './record-dialogs.tsx';

/** The kind of people of each resource. */
const personKindOf: Partial<Record<string, PersonKind>> = {
  students: 'student',
  parents: 'guardian',
  teachers: 'teacher',
};

type Act = { icon: LucideIcon; text: string; run: () => void };

type RecordActionsProps = {
  resource: PersonResource;
  row: PersonRow;
  merge?: Merging;
  /** What this kind of person has besides, above the others. */
  acts?: readonly Act[];
};

/** Asks about unsaved input before an action that would discard it. */
function useSafely() {
  const { t } = useTranslation(['people', 'common']);
  const { ask, dialog } = useConfirm();
  const isSafe = async () =>
    unsavedTitles().length === 0 ||
    ask({
      title: t('record.unsaved'),
      text: t('record.unsavedText'),
      confirm: t('record.goOn'),
      cancel: t('common:form.stay'),
    });
  return { isSafe, dialog };
}

/** The menu of a person's record: history, archive and restore, merge. */
export function RecordActions({ resource, row, merge, acts = [] }: RecordActionsProps) {
  const { t } = useTranslation(['people', 'record', 'shell']);
  const navigate = useNavigate();
  const mayReadPeople = useCan('personal-data:read');
  const isMerged = Boolean(row.mergedIntoId);
  const mayWrite = useCan(resource.write) && !isMerged;
  const mayMerge = useCan(merge?.action ?? resource.write) && merge !== undefined && !isMerged;
  const [open, setOpen] = useState<PersonDialog>();
  const { isSafe, dialog } = useSafely();
  const openSafely = async (what: 'archive' | 'merge') => {
    if (await isSafe()) setOpen(what);
  };
  const all: Act[] = [
    ...acts,
    { icon: History, text: t('record.history'), run: () => setOpen('history') },
  ];
  if (mayWrite)
    all.push({
      icon: row.archived ? ArchiveRestore : Archive,
      text: t(row.archived ? 'record.restore' : 'record.archive'),
      run: () => void openSafely('archive'),
    });
  const kind = personKindOf[resource.name];
  if (mayReadPeople && kind)
    all.push({
      icon: UserRoundX,
      text: t('shell:page.personalData'),
      run: () => void navigate(personalDataPath({ kind, id: row._id })),
    });
  if (mayMerge)
    all.push({ icon: Combine, text: t('merge.action'), run: () => void openSafely('merge') });
  return (
    <>
      <Menu trigger={null} icon={Ellipsis} label={t('record:more')}>
        {(close) => (
          <MenuList label={t('record:more')}>
            {all.map(({ icon, text, run }) => (
              <MenuEntry
                key={text}
                icon={icon}
                onClick={() => {
                  close();
                  run();
                }}
              >
                {text}
              </MenuEntry>
            ))}
          </MenuList>
        )}
      </Menu>
      {dialog}
      <RecordDialogs
        open={open}
        resource={resource}
        row={row}
        merge={merge}
        onClose={() => setOpen(undefined)}
      />
    </>
  );
}
