import { Archive, ArchiveRestore, Combine, History, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { unsavedTitles } from '#src/lib/unsaved-work.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import {
  RecordDialogs,
  type Merging,
  type PersonResource,
  type PersonRow,
  type PersonDialog,
} from './record-dialogs.tsx';

type RecordActionsProps = {
  resource: PersonResource;
  row: PersonRow;
  merge?: Merging;
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

/** A phone shows only its icon. */
function Act({ icon, text, onClick }: { icon: LucideIcon; text: string; onClick: () => void }) {
  return (
    <Button icon={icon} isShort onClick={onClick}>
      {text}
    </Button>
  );
}

/** The actions of a person's record besides its form: history, archive and restore, merge. */
export function RecordActions({ resource, row, merge }: RecordActionsProps) {
  const { t } = useTranslation('people');
  const isMerged = Boolean(row.mergedIntoId);
  const mayWrite = useCan(resource.write) && !isMerged;
  const mayMerge = useCan(merge?.action ?? resource.write) && merge !== undefined && !isMerged;
  const [open, setOpen] = useState<PersonDialog>();
  const { isSafe, dialog } = useSafely();
  const openSafely = async (what: 'archive' | 'merge') => {
    if (await isSafe()) setOpen(what);
  };
  return (
    <>
      <Act icon={History} text={t('record.history')} onClick={() => setOpen('history')} />
      {mayWrite && (
        <Act
          icon={row.archived ? ArchiveRestore : Archive}
          text={t(row.archived ? 'record.restore' : 'record.archive')}
          onClick={() => void openSafely('archive')}
        />
      )}
      {mayMerge && (
        <Act icon={Combine} text={t('merge.action')} onClick={() => void openSafely('merge')} />
      )}
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
