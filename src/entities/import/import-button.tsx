import { Upload } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportKind } from '#contract/imports/imports.ts';
import { Button } from '#src/components/kit/button.tsx';

const ImportDialog = lazy(async () => ({
  default: (await import('./import-dialog.tsx')).ImportDialog,
}));

/** Opens the import from an empty list; its code is loaded only when the button is pressed. */
export function ImportButton({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="text" icon={Upload} onClick={() => setOpen(true)}>
        {t('list.import')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ImportDialog kind={kind} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
