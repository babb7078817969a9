import { MonitorDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { install, installWay, tellNoMore } from '#src/offline/install/install.ts';
import styles from './install-offer.module.css';
import { NoticeLine } from './notice-line.tsx';

/** Offers to install the app, or explains how where the browser cannot ask. Shown once. */
export function InstallOffer() {
  const { t } = useTranslation('install');
  const asks = installWay() === 'prompt';
  return (
    <div className={styles.offer}>
      <NoticeLine icon={MonitorDown} text={t(asks ? 'offer' : 'share')}>
        {asks && <Button onClick={() => void install()}>{t('install')}</Button>}
        <Button onClick={tellNoMore}>{t(asks ? 'notNow' : 'understood')}</Button>
      </NoticeLine>
    </div>
  );
}
