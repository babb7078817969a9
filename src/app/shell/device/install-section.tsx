import { useTranslation } from 'react-i18next';
import { useInstall } from '#src/offline/install/install-prompt.ts';
import { install, installWay } from '#src/offline/install/install.ts';
import controls from '#src/theme/controls.module.css';
import { DeviceSection } from './device-section.tsx';

/** Whether the app is installed on this device; if not, how it can be, or why it cannot. */
export function InstallSection() {
  const { t } = useTranslation('install');
  // The answer changes when the browser has a question to ask, and when the app has been installed.
  useInstall();
  const way = installWay();
  return (
    <DeviceSection title={t('title')}>
      <p>{t(`way.${way}`)}</p>
      {way === 'prompt' && (
        <button type="button" className={controls.button} onClick={() => void install()}>
          {t('install')}
        </button>
      )}
    </DeviceSection>
  );
}
