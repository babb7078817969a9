import { useTranslation } from 'react-i18next';
import { useInstall } from '#src/offline/install/install-prompt.ts';
import { install, installWay } from '#src/offline/install/install.ts';
import controls from '#src/theme/controls.module.css';
import { DeviceSection } from './device-section.tsx';

/**
 * Tells if the app is installed on this device, and otherwise how to install it or why that is
 * impossible.
 */
export function InstallSection() {
  const { t } = useTranslation('install');
  // Draws again when the browser can ask to install, and when the app has been installed.
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
