import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OwnSession, SessionsEnded } from '#contract/centre/sessions.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { HeadLine, Stack } from '#src/components/kit/layout.tsx';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { PanelList } from '#src/components/kit/panel.tsx';
import { LineSkeleton } from '#src/components/kit/skeleton.tsx';
import { api } from '#src/lib/request/api.ts';
import { readFailureText, showFailure } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { formatAge } from '#src/lib/text/age.ts';
import { formatDate, formatDateTime } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { showToast } from '#src/lib/toast.ts';

const PATH = '/auth/sessions';
const queryKey = ['own-sessions'];

function useOwnSessions() {
  const { t } = useTranslation('device', { keyPrefix: 'sessions' });
  const client = useQueryClient();
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<OwnSession[]>(PATH, { signal, quiet: true }),
    // Another device may have signed in since the dialog was last open.
    staleTime: 0,
    meta: { persist: false },
  });
  return {
    ...query,
    end: async (which: string) => {
      const result = await saveOnce((key) =>
        api.post<SessionsEnded>(`${PATH}/${which}`, {}, { ...withIdempotency(key), quiet: true }),
      );
      if (result.outcome === 'saved') showToast('success', t('ended', { count: result.row.ended }));
      else showFailure(result);
      await client.invalidateQueries({ queryKey });
    },
  };
}

/** A session in words: the device, the address of its sign-in, and its last use. */
function SessionEntry({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { t } = useTranslation('device');
  const language = useLanguage();
  const { isThis, isSignedIn, deviceKind, deviceName, address, createdAt } = session;
  const { lastUsedAt, rememberedUntil } = session;
  const device = [t(`sessions.kinds.${deviceKind}`), deviceName].filter(Boolean).join(', ');
  return (
    <li>
      <HeadLine>
        <div>
          <b>{device}</b>
          <p>
            {isThis
              ? t('sessions.now')
              : t('sessions.lastUsed', { age: formatAge(lastUsedAt, language) })}
          </p>
          <small>
            {isSignedIn
              ? t('sessions.since', { when: formatDateTime(createdAt) })
              : t('sessions.signedOut')}
            {address !== '' && (
              <>
                {DOT}
                <LeftToRight>{address}</LeftToRight>
              </>
            )}
          </small>
          {rememberedUntil !== null && (
            <p>{t('sessions.noCode', { day: formatDate(rememberedUntil) })}</p>
          )}
        </div>
        {!isThis && (
          <Button aria-label={t('sessions.endOne', { device })} onClick={onEnd}>
            {t('sessions.end')}
          </Button>
        )}
      </HeadLine>
    </li>
  );
}

/** "My devices": where the person is signed in, each of which they can end. */
export function OwnSessionsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('device', { keyPrefix: 'sessions' });
  const { t: common } = useTranslation();
  const { data: sessions, error, end } = useOwnSessions();
  const others = sessions?.filter(({ isThis }) => !isThis).length ?? 0;
  return (
    <Dialog
      title={t('title')}
      description={t('help')}
      onClose={onClose}
      footer={
        <>
          {others > 1 && (
            <Button tone="danger" onClick={() => void end('end-others')}>
              {t('endOthers')}
            </Button>
          )}
          <Button look="solid" onClick={onClose}>
            {common('action.close')}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        {error && (
          <Note tone="bad" role="alert">
            {readFailureText(error)}
          </Note>
        )}
        {!sessions && !error && <LineSkeleton height="4rem" />}
        {sessions && (
          <PanelList label={t('title')}>
            {sessions.map((session) => (
              <SessionEntry
                key={session._id}
                session={session}
                onEnd={() => void end(`${session._id}/end`)}
              />
            ))}
          </PanelList>
        )}
      </Stack>
    </Dialog>
  );
}
