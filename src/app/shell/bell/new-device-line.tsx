import { useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { DOT } from '#contract/words/dot.ts';
import { NoticeLine } from '#src/app/feedback/notices/notice-line.tsx';
import { loadOwnSessions } from '#src/app/shell/header/load-own-sessions.ts';
import { Button } from '#src/components/kit/button.tsx';
import { forgivingStorage } from '#src/lib/browser/forgiving-storage.ts';
import { KNOWN_SIGN_INS_KEY } from '#src/lib/browser/storage-keys.ts';
import { ownSessionsQuery } from '#src/lib/session/own-sessions.ts';
import { say } from '#src/lib/text/i18n.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import { showToast } from '#src/lib/toast.ts';

const ASKED_EVERY_MS = 300_000;
const MOST_KNOWN = 20;

const knownSignIns = () => forgivingStorage.getItem(KNOWN_SIGN_INS_KEY)?.split(' ') ?? [];

/**
 * Tells a person of sign-ins on new devices. Whoever answers "This was me" is asked no more on this
 * device; the others ask on, because a stranger could have answered. docs/security.md, "Devices".
 */
export function NewDeviceLine() {
  const { t } = useTranslation(['announcements', 'shell']);
  const [known, setKnown] = useState(knownSignIns);
  const [Late, setLate] = useState<ComponentType<{ onClose: () => void }>>();
  const { data = [], refetch } = useQuery({
    ...ownSessionsQuery,
    enabled: navigator.onLine,
    refetchInterval: () => navigator.onLine && ASKED_EVERY_MS,
    retry: false,
  });
  const news = data.filter(({ _id, isNew }) => isNew && !known.includes(_id));
  const [newest] = news;
  const confirm = () => {
    const all = [...known, ...news.map(({ _id }) => _id)].slice(-MOST_KNOWN);
    forgivingStorage.setItem(KNOWN_SIGN_INS_KEY, all.join(' '));
    setKnown(all);
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
          <Button onClick={confirm}>{t('newDeviceMine')}</Button>
        </NoticeLine>
      )}
      {Late && createPortal(<Late onClose={close} />, document.body)}
    </>
  );
}
