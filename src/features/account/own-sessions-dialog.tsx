import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnSession, SessionsEnded } from '#contract/centre/sessions.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { HeadLine, Row, Stack } from '#src/components/kit/layout.tsx';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { PanelList } from '#src/components/kit/panel.tsx';
import { LineSkeleton } from '#src/components/kit/skeleton.tsx';
import { ownSessionsQuery, SESSIONS } from '#src/lib/session/own-sessions.ts';
import { api } from '#src/lib/request/api.ts';
import { readFailureText, showFailure } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { formatAge } from '#src/lib/text/age.ts';
import { formatDate, formatDateTime } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { showToast } from '#src/lib/toast.ts';
import { UpdatePasswordDialog } from './update-password-dialog.tsx';

const { queryKey } = ownSessionsQuery;

function useOwnSessions() {
  const { t } = useTranslation('device', { keyPrefix: 'sessions' });
  const client = useQueryClient();
  const query = useQuery({
    ...ownSessionsQuery,
    // Another device may have signed in since the dialog was last open.
    staleTime: 0,
  });
  return {
    ...query,
    end: async (which: string) => {
      const result = await saveOnce((key) =>
        api.post<SessionsEnded>(
          `${SESSIONS}/${which}`,
          {},
          { ...withIdempotency(key), quiet: true },
        ),
      );
      if (result.outcome === 'saved') showToast('success', t('ended', { count: result.row.ended }));
      else showFailure(result);
      await client.invalidateQueries({ queryKey });
    },
  };
}

type EntryProps = {
  session: OwnSession;
  onEnd: () => void;
  /** The person did not sign in there. */
  onNotMe: () => void;
};

/** Something of this other device can still be ended; not where only its sign-in is told. */
const canEnd = ({ isThis, isSignedIn, rememberedUntil }: OwnSession) =>
  !isThis && (isSignedIn || rememberedUntil !== null);

/** A session in words: the device, the address of its sign-in, and its last use. */
function SessionEntry({ session, onEnd, onNotMe }: EntryProps) {
  const { t } = useTranslation('device');
  const language = useLanguage();
  const { isThis, isSignedIn, isNew, deviceKind, deviceName, address, createdAt } = session;
  const { lastUsedAt, rememberedUntil } = session;
  const isForeign = isNew && !isThis;
  const device = [t(`sessions.kinds.${deviceKind}`), deviceName].filter(Boolean).join(', ');
  return (
    <li>
      <HeadLine>
        <div>
          <b>{device}</b> {isForeign && <Mark tone="wait" label={t('sessions.isNew')} />}
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
          <Row>
            {isForeign && (
              <Button
                tone="danger"
                aria-label={t('sessions.notMeOne', { device })}
                onClick={onNotMe}
              >
                {t('sessions.notMe')}
              </Button>
            )}
            {canEnd(session) && (
              <Button aria-label={t('sessions.endOne', { device })} onClick={onEnd}>
                {t('sessions.end')}
              </Button>
            )}
          </Row>
        </div>
      </HeadLine>
    </li>
  );
}

/** "My devices": where the person is signed in, each of which they can end. */
export function OwnSessionsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('device', { keyPrefix: 'sessions' });
  const { t: common } = useTranslation();
  const { data: sessions, error, end } = useOwnSessions();
  const [isChoosing, setIsChoosing] = useState(false);
  // A new password ends every other session, and whoever knew the old one is out.
  const deny = async ({ _id, isSignedIn }: OwnSession) => {
    if (isSignedIn) await end(`${_id}/end`);
    setIsChoosing(true);
  };
  if (isChoosing) return <UpdatePasswordDialog onClose={onClose} />;
  const others = sessions?.filter((session) => canEnd(session)).length ?? 0;
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
                onNotMe={() => void deny(session)}
              />
            ))}
          </PanelList>
        )}
      </Stack>
    </Dialog>
  );
}
