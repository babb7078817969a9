import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { HelpText } from '#src/components/kit/field.tsx';
import { formatSize } from '#src/lib/text/format.ts';
import { useStorageState } from '#src/offline/device-storage.ts';
import { DeviceSection, DeviceFacts, DeviceOutcome } from './device-section.tsx';

type Storage = { isProtected: boolean | undefined; used: number | undefined };

/**
 * The browser's report about its storage. Some browsers report nothing; over plain HTTP none does.
 */
async function askStorage(): Promise<Storage> {
  const storage = 'storage' in navigator ? navigator.storage : undefined;
  try {
    const [isProtected, estimate] = await Promise.all([storage?.persisted(), storage?.estimate()]);
    return { isProtected, used: estimate?.usage };
  } catch {
    return { isProtected: undefined, used: undefined };
  }
}

/** Tells if the device can store anything, how much it stores, and if the browser may delete it. */
export function StorageSection() {
  const { t } = useTranslation('device');
  const { t: common } = useTranslation();
  const state = useStorageState((storage) => storage.state);
  const [storage, setStorage] = useState<Storage>();
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    void askStorage().then(setStorage);
  }, []);

  const protect = async () => {
    setRefused(!(await navigator.storage.persist().catch(() => false)));
    setStorage(await askStorage());
  };
  const facts: [string, string][] = [[t('storage.state'), t(`storage.${state}`)]];
  if (storage?.used !== undefined) facts.push([t('storage.used'), formatSize(storage.used)]);
  if (storage?.isProtected !== undefined) {
    facts.push([
      t('storage.protected'),
      storage.isProtected ? common('action.yes') : common('action.no'),
    ]);
  }
  return (
    <DeviceSection title={t('storage.title')}>
      <DeviceFacts facts={facts} />
      {storage?.isProtected === false && (
        <>
          <HelpText>{t('storage.protectedHelp')}</HelpText>
          <Button onClick={() => void protect()}>{t('storage.protect')}</Button>
        </>
      )}
      <DeviceOutcome text={refused ? t('storage.refused') : undefined} />
    </DeviceSection>
  );
}
