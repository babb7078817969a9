import { CircleCheck, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAppUpdate } from '#src/offline/update/app-update.ts';
import { DeviceSection } from './device-section.tsx';
import styles from './device.module.css';

/** Tells if this device works without a network: the app and at least one list must be on it. */
export function OfflineSection({ hasLists }: { hasLists: boolean }) {
  const { t } = useTranslation('device');
  const worker = useAppUpdate((state) => state.worker);
  const state = worker === 'ready' && !hasLists ? 'noLists' : worker;
  const isReady = state === 'ready';
  return (
    <DeviceSection title={t('offline.title')}>
      <p className={isReady ? `${styles.sign} ${styles.good}` : styles.sign}>
        {isReady ? <CircleCheck size={18} aria-hidden /> : <Clock size={18} aria-hidden />}
        {t(`offline.${state}`)}
      </p>
    </DeviceSection>
  );
}
