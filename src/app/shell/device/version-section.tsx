import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProgramVersion } from '#contract/centre/health.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { api } from '#src/lib/request/api.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import { useAppUpdate } from '#src/offline/update/app-update.ts';
import { checkForUpdate, type UpdateCheck } from '#src/offline/update/register-sw.ts';
import { DeviceSection, DeviceFacts, DeviceOutcome } from './device-section.tsx';
import { versionLabel } from '#src/lib/text/footer-words.ts';

/** The version, when a newer one was last looked for, and a button to look now. */
export function VersionSection({ onUpdate }: { onUpdate: () => void }) {
  const { t } = useTranslation('device');
  const { worker, waiting, checkedAt } = useAppUpdate();
  // Known only while the server answers; the label of the app is known always.
  const { data: server } = useQuery({
    queryKey: ['version'],
    queryFn: ({ signal }) => api.get<ProgramVersion>('/version', { signal, quiet: true }),
    enabled: navigator.onLine,
    retry: false,
  });
  const [outcome, setOutcome] = useState<UpdateCheck | 'checking'>();
  const checked =
    checkedAt === undefined
      ? t('version.never')
      : formatDateTime(new Date(checkedAt).toISOString());

  const check = async () => {
    setOutcome('checking');
    setOutcome(await checkForUpdate());
  };
  const takeUpdate = () => {
    useAppUpdate.setState({ later: false });
    onUpdate();
  };
  return (
    <DeviceSection title={t('version.title')}>
      <DeviceFacts
        facts={[
          [t('version.number'), versionLabel],
          [t('version.checked'), checked],
          ...(server
            ? [[t('version.server'), `${server.build}${DOT}${server.schema}`] as const]
            : []),
        ]}
      />
      {(worker !== 'none' || waiting) && (
        <Toolbar>
          {worker !== 'none' && <Button onClick={() => void check()}>{t('version.check')}</Button>}
          {waiting && <Button onClick={takeUpdate}>{t('version.take')}</Button>}
        </Toolbar>
      )}
      <DeviceOutcome text={waiting ? t('version.waiting') : outcome && t(`version.${outcome}`)} />
    </DeviceSection>
  );
}
