import { Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
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
      <Button isShort icon={Download} onClick={() => setOpen(true)}>
        {t('list.export')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ExportDialog {...request} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
