import { Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import controls from '#src/theme/controls.module.css';
import type { ExportRequest } from './export-dialog.tsx';

const ExportDialog = lazy(async () => ({
  default: (await import('./export-dialog.tsx')).ExportDialog,
}));

/**
 * Saves the whole list as a file, with its search, filters and order. The dialog is fetched on the
 * press.
 */
export function ExportButton(request: ExportRequest) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={controls.button} onClick={() => setOpen(true)}>
        <Download aria-hidden size={16} strokeWidth={1.75} />
        <span className={controls.word}>{t('list.export')}</span>
      </button>
      {open && (
        <Suspense fallback={null}>
          <ExportDialog {...request} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
