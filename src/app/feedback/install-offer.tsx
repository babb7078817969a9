import { MonitorDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { install, installWay, tellNoMore } from '#src/offline/install.ts';
import controls from '#src/theme/controls.module.css';
import { NoticeLine } from './notice-line.tsx';

/** Offers to install the app, or tells how where the browser has no question to ask; either is told once. */
export function InstallOffer() {
  const { t } = useTranslation('install');
  const asks = installWay() === 'prompt';
  return (
    <NoticeLine icon={MonitorDown} text={t(asks ? 'offer' : 'share')}>
      {asks && (
        <button type="button" className={controls.button} onClick={() => void install()}>
          {t('install')}
        </button>
      )}
      <button type="button" className={controls.button} onClick={tellNoMore}>
        {t(asks ? 'notNow' : 'understood')}
      </button>
    </NoticeLine>
  );
}
