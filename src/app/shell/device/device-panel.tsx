import { X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useModal } from '#src/lib/use-modal.ts';
import { deleteKeptLists, keptLists, type KeptList } from '#src/offline/kept-lists.ts';
import controls from '#src/theme/controls.module.css';
import drawer from '#src/app/shell/appearance-drawer.module.css';
import { InstallSection } from './install-section.tsx';
import { ListsSection } from './lists-section.tsx';
import { LockSection } from './lock-section.tsx';
import { OfflineSection } from './offline-section.tsx';
import { StorageSection } from './storage-section.tsx';
import { VersionSection } from './version-section.tsx';

/** What this device runs and holds, whether it can work without a network, and what can be done about it. */
export function DevicePanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common']);
  const id = useId();
  const dialog = useModal(true);
  const [lists, setLists] = useState<KeptList[]>([]);
  useEffect(() => {
    void keptLists().then(setLists);
  }, []);

  const deleteLists = async () => {
    await deleteKeptLists();
    setLists(await keptLists());
  };
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
          <button type="button" className={controls.icon} aria-label={t('common:action.close')} onClick={onClose}>
            <X size={20} strokeWidth={1.75} aria-hidden />
          </button>
        </div>
        <OfflineSection hasLists={lists.length > 0} />
        <VersionSection onUpdate={onClose} />
        <InstallSection />
        <LockSection />
        <StorageSection />
        <ListsSection lists={lists} onDelete={deleteLists} />
      </div>
    </dialog>
  );
}
