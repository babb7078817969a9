import { Upload } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportKind } from '#contract/centre/imports.ts';
import controls from '#src/theme/controls.module.css';

const ImportDialog = lazy(async () => ({
  default: (await import('./import-dialog.tsx')).ImportDialog,
}));

/** Opens the import of a list; its code is loaded only when the button is pressed. */
export function ImportButton({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={controls.button} onClick={() => setOpen(true)}>
        <Upload aria-hidden size={16} strokeWidth={1.75} />
        <span className={controls.word}>{t('list.import')}</span>
      </button>
      {open && (
        <Suspense fallback={null}>
          <ImportDialog kind={kind} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
