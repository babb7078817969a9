import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { useInstall } from '#src/offline/install/install-prompt.ts';
import { install, installWay } from '#src/offline/install/install.ts';
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
      {way === 'prompt' && <Button onClick={() => void install()}>{t('install')}</Button>}
    </DeviceSection>
  );
}
