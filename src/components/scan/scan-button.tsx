import { ScanBarcode } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#src/components/kit/button.tsx';

const ScanDialog = lazy(async () => ({ default: (await import('./scan-dialog.tsx')).ScanDialog }));

type ScanButtonProps = {
  onScan: (code: string) => void;
  /** Keeps the camera open for several codes. */
  many?: boolean;
};

/**
 * Scans a code with the camera; the scanner's code is fetched on the press. Handheld scanners only
 * need `useScan`.
 */
export function ScanButton({ onScan, many = false }: ScanButtonProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon={ScanBarcode} label={t('scan.camera')} onClick={() => setOpen(true)} />
      {open && (
        <Suspense fallback={null}>
          <ScanDialog many={many} onScan={onScan} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
