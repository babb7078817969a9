import { useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useEffect, useState, type ComponentType } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { OwnSession } from '#contract/centre/sessions.ts';
import { DOT } from '#contract/words/dot.ts';
import { NoticeLine } from '#src/app/feedback/notices/notice-line.tsx';
import { loadOwnSessions } from '#src/app/shell/header/load-own-sessions.ts';
import { Button } from '#src/components/kit/button.tsx';
import { knowSignIns, ownSessionsQuery, untoldSignIns } from '#src/lib/session/own-sessions.ts';
import { token } from '#src/lib/session/session.ts';
import { say } from '#src/lib/text/i18n.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import { showToast } from '#src/lib/toast.ts';

const ASKED_EVERY_MS = 300_000;

/**
 * Tells a person of sign-ins on new devices. Whoever answers "This was me" is asked no more on this
 * device; the others ask on, because a stranger could have answered. docs/security.md, "Devices".
 */
export function NewDeviceLine() {
  const { t } = useTranslation(['announcements', 'shell']);
  const [Late, setLate] = useState<ComponentType<{ onClose: () => void }>>();
  const { data = [], refetch } = useQuery({
    ...ownSessionsQuery,
    enabled: navigator.onLine,
    refetchInterval: () => navigator.onLine && ASKED_EVERY_MS,
    retry: false,
    // What this device knows may have changed, also where the answer is the same.
    notifyOnChangeProps: 'all',
  });
  const own = data.find(({ isThis, isNew }) => isThis && isNew)?._id;
  useEffect(() => {
    // Its own sign-in is no news here, also once this session has ended; an answer that comes after
    // a sign-out leaves nothing.
    if (own !== undefined && token() !== null) knowSignIns([own]);
  }, [own]);
  const [newest] = untoldSignIns(data);
  const confirm = ({ _id }: OwnSession) => {
    knowSignIns([_id]);
    void refetch();
  };
  const look = () =>
    void loadOwnSessions().then(
      (panel) => setLate(() => panel),
      () => showToast('error', say('pageNotOnDevice')),
    );
  const close = () => {
    setLate(undefined);
    void refetch();
  };
  return (
    <>
      {newest && (
        <NoticeLine
          icon={MonitorSmartphone}
          text={t('newDevice', {
            what: [newest.deviceName, newest.address, formatDateTime(newest.createdAt)]
              .filter(Boolean)
              .join(DOT),
          })}
          warning
        >
          <Button onClick={look}>{t('shell:profile.devices')}</Button>
          <Button onClick={() => confirm(newest)}>{t('newDeviceMine')}</Button>
        </NoticeLine>
      )}
      {Late && createPortal(<Late onClose={close} />, document.body)}
    </>
  );
}
