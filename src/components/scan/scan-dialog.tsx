import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import styles from './scan.module.css';
import { useCamera } from './use-camera.ts';

type ScanDialogProps = {
  onScan: (code: string) => void;
  /** Stays open for further codes. */
  many: boolean;
  onClose: () => void;
};

/** Shows the camera's picture; closes after the first code, or stays open if `many`. */
export function ScanDialog({ onScan, many, onClose }: ScanDialogProps) {
  const { t } = useTranslation();
  const [last, setLast] = useState<string>();
  const { video, state } = useCamera((code) => {
    setLast(code);
    if (!many) onClose();
    onScan(code);
  });
  const isShown = state === 'starting' || state === 'reading';
  return (
    <Dialog
      title={t('scan.title')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t(many ? 'action.close' : 'action.cancel')}</Button>}
    >
      <video ref={video} muted playsInline aria-hidden hidden={!isShown} className={styles.video} />
      <p role="status" className={styles.state}>
        {last === undefined ? (
          t(`scan.${state}`)
        ) : (
          <>
            {t('scan.read')} <LeftToRight>{last}</LeftToRight>
          </>
        )}
      </p>
    </Dialog>
  );
}
