import { X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useModal } from '#src/lib/browser/use-modal.ts';
import { storedLists } from '#src/offline/lists/stored-lists.ts';
import { useOnDevice } from '#src/offline/use-on-device.ts';
import drawer from '#src/app/shell/header/appearance-drawer.module.css';
import { IconButton } from '#src/components/kit/button.tsx';
import { DraftsSection } from './drafts-section.tsx';
import { InstallSection } from './install-section.tsx';
import { ListsSection } from './lists-section.tsx';
import { LockSection } from './lock-section.tsx';
import { OfflineSection } from './offline-section.tsx';
import { StorageSection } from './storage-section.tsx';
import { VersionSection } from './version-section.tsx';

/** Shows the version and the data on this device, and whether it can work without a network. */
export function DevicePanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common']);
  const id = useId();
  const dialog = useModal(true);
  const lists = useOnDevice(storedLists) ?? [];
  return (
    <dialog
      ref={dialog}
      className={drawer.drawer}
      aria-labelledby={id}
      onCancel={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={drawer.content}>
        <div className={drawer.head}>
          <h2 id={id}>{t('profile.device')}</h2>
          <IconButton icon={X} label={t('common:action.close')} onClick={onClose} />
        </div>
        <OfflineSection hasLists={lists.length > 0} />
        <VersionSection onUpdate={onClose} />
        <InstallSection />
        <LockSection />
        <StorageSection />
        <DraftsSection />
        <ListsSection lists={lists} />
      </div>
    </dialog>
  );
}
