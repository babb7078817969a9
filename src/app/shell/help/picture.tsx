import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManualBlock } from '#src/lib/text/manual-block.ts';
import { useModal } from '#src/lib/browser/use-modal.ts';
import styles from './help.module.css';

type PictureBlock = Extract<ManualBlock, { kind: 'picture' }>;

/** The picture as large as the screen allows; any press closes it. */
function LargePicture({ of, onClose }: { of: PictureBlock; onClose: () => void }) {
  const { t } = useTranslation();
  const ref = useModal(true);
  return (
    <dialog
      ref={ref}
      className={styles.large}
      aria-label={of.alt}
      onCancel={({ target, currentTarget }) => target === currentTarget && onClose()}
      onClick={onClose}
    >
      <button type="button" aria-label={t('action.close')}>
        <img src={of.address} width={of.width} height={of.height} alt={of.alt} />
      </button>
    </dialog>
  );
}

/**
 * A picture of a screen. Its room is kept while it is fetched; no device stores it, so without a
 * network its words stand there alone.
 */
export function Picture({ of }: { of: PictureBlock }) {
  const [isLarge, setLarge] = useState(false);
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return <p className={styles.missing}>{of.alt}</p>;
  return (
    <figure className={styles.figure}>
      <button type="button" onClick={() => setLarge(true)}>
        <img
          src={of.address}
          width={of.width}
          height={of.height}
          alt={of.alt}
          loading="lazy"
          decoding="async"
          onError={() => setMissing(true)}
        />
      </button>
      {isLarge && <LargePicture of={of} onClose={() => setLarge(false)} />}
    </figure>
  );
}
