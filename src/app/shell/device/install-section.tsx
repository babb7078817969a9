import { useTranslation } from 'react-i18next';
import { useMedia } from '#src/lib/use-media.ts';
import { DeviceSection } from './device-section.tsx';

/** How an installed app shows itself, in each of the ways its manifest allows. */
const OWN_WINDOW = '(display-mode: standalone), (display-mode: window-controls-overlay), (display-mode: minimal-ui)';

/** Whether this is the installed app, and why it cannot be where it cannot. */
export function InstallSection() {
  const { t } = useTranslation('device');
  const isInstalled = useMedia(OWN_WINDOW);
  return (
    <DeviceSection title={t('install.title')}>
      <p>{isInstalled ? t('install.yes') : t('install.no')}</p>
      {!window.isSecureContext && <p>{t('install.noHttps')}</p>}
    </DeviceSection>
  );
}
