import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { useCan } from '#src/lib/session/use-can.ts';
import type { PersonResource, PersonRow } from './record-dialogs.tsx';

// Loaded on demand, because most visits of a record only read.
const NoteDialog = lazy(async () => ({
  default: (await import('./note-dialog.tsx')).NoteDialog,
}));

/** Adds a note to a person, for people who may change the record. */
export function NoteAct({ resource, row }: { resource: PersonResource; row: PersonRow }) {
  const { t } = useTranslation('record');
  const [isOpen, setOpen] = useState(false);
  if (!useCan(resource.write) || row.mergedIntoId) return null;
  return (
    <>
      <Button look="text" icon={Plus} onClick={() => setOpen(true)}>
        {t('note')}
      </Button>
      {isOpen &&
        // Outside of the record's own form.
        createPortal(
          <Suspense>
            <NoteDialog resource={resource} row={row} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
