import { ImageOff, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Slip } from '#contract/money/verify.ts';
import { IconButton } from '#src/components/kit/button.tsx';
import { usePicture } from '#src/lib/browser/pictures.ts';
import { useSingleKeys } from '#src/lib/browser/single-keys.ts';
import styles from './verify.module.css';

type SlipPictureProps = { slip: Slip; isZoomed: boolean; onZoom: () => void };

/** The photo of the slip as the desk took it, large enough to read. */
export function SlipPicture({ slip, isZoomed, onZoom }: SlipPictureProps) {
  const { t } = useTranslation('pending-payment');
  const { source, failed } = usePicture(slip.slipFileId);
  const singleKeys = useSingleKeys();
  const [turns, setTurns] = useState(0);
  const hasPicture = slip.slipFileId !== null && !failed;
  return (
    <section className={styles.panel} aria-label={t('verify.picture')}>
      <header>
        <h2>{t('verify.picture')}</h2>
        {hasPicture && (
          <>
            <IconButton
              icon={isZoomed ? ZoomOut : ZoomIn}
              aria-keyshortcuts={singleKeys ? 'z' : undefined}
              aria-pressed={isZoomed}
              label={t('verify.zoom')}
              onClick={onZoom}
            />
            <IconButton
              icon={RotateCw}
              label={t('verify.turn')}
              onClick={() => setTurns(turns + 1)}
            />
          </>
        )}
      </header>
      {/* The keyboard must reach the rest of a zoomed picture. */}
      <div
        className={styles.picture}
        data-zoomed={isZoomed || undefined}
        data-empty={!hasPicture || undefined}
        tabIndex={isZoomed ? 0 : undefined}
        role="group"
        aria-label={t('verify.picture')}
      >
        {hasPicture && source !== undefined && (
          <img
            src={source}
            alt={t('verify.pictureOf', { reference: slip.reference })}
            style={{ rotate: `${turns * 90}deg` }}
          />
        )}
        {!hasPicture && (
          <p>
            <ImageOff aria-hidden size={20} strokeWidth={1.5} />
            {t(failed ? 'verify.pictureFailed' : 'verify.noPicture')}
          </p>
        )}
      </div>
    </section>
  );
}
