import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionCancel, sessionMove, sessionRestore, sessionSubstitute } from '#contract/class-changes.ts';
import type { ClassSession } from '#contract/classes.ts';
import { fieldErrorText } from '#contract/field-errors.ts';
import { api } from '#src/lib/api.ts';
import { say } from '#src/lib/i18n.ts';
import { listKey } from '#src/lib/resource.ts';
import { settling, type Writing } from '#src/lib/settle-write.ts';
import { showToast } from '#src/lib/toast.ts';
import { useLanguage } from '#src/lib/use-language.ts';
import { sessionsOf } from './class-queries.ts';

const bodies = { move: sessionMove, substitute: sessionSubstitute, cancel: sessionCancel, restore: sessionRestore } as const;
export type SessionChange = keyof typeof bodies;
/** What stands in the way of a change, by field; `all` concerns the whole of it. */
export type SessionProblems = Record<string, string>;

/** A change as it is sent. */
export type SessionBody = { change: SessionChange; data: unknown };

type Options = {
  writing: Writing<SessionBody, ClassSession>;
  /** The last moment before it leaves. */
  onSend?: () => Promise<unknown>;
  onDone: () => void;
};

/** Asks again for the sessions of this one's class. */
export function useRenewed({ classId }: ClassSession) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: listKey(sessionsOf(classId)) });
}

/** Sends a change of one session; what was typed stays where it is until the server has said yes. */
export function useSessionWrite(session: ClassSession, { writing, onSend, onDone }: Options) {
  const { t } = useTranslation('class-page');
  const language = useLanguage();
  const client = useQueryClient();
  const [problems, setProblems] = useState<SessionProblems>({});
  const [isRefused, setRefused] = useState(false);
  const [isSending, setSending] = useState(false);
  const renew = useRenewed(session);

  const send = async (change: SessionChange, typed: Record<string, unknown>) => {
    const body = bodies[change].safeParse({ version: session.version, ...typed });
    if (!body.success) {
      const codes = body.error.issues.toReversed().map(({ path, message }) => [String(path[0]), message] as const);
      return setProblems(Object.fromEntries(codes.map(([field, code]) => [field, fieldErrorText(field === 'reason' && code === 'required' ? 'reasonNeeded' : code, language)])));
    }
    setSending(true);
    const post = (sent: SessionBody, key: string) => api.post<ClassSession>(`/class-sessions/${session._id}/${sent.change}`, sent.data, { ...settling(key), quiet: true });
    const attempt = { input: { change, data: body.data }, row: undefined, values: { change, ...typed }, ...(onSend && { onSend }) };
    const result = await writing.save({ send: (sent, _row, key) => post(sent, key) }, attempt);
    if (result.outcome === 'saved') {
      showToast('success', t(`sessions.done.${change}`));
      void client.invalidateQueries({ queryKey: ['attendance'] });
      // The row under the dialog is the new one by the time the focus goes back to it.
      await renew();
      return onDone();
    }
    setSending(false);
    if (result.outcome === 'dropped') return undefined;
    setRefused(result.outcome === 'refused' || (result.outcome === 'invalid' && 'date' in result.fields));
    if (result.outcome === 'invalid') return setProblems(result.fields);
    if (result.outcome === 'refused') {
      void renew();
      return setProblems({ all: result.reason });
    }
    return setProblems({ all: say(result.outcome === 'offline' ? 'offlineToast' : result.outcome === 'notSent' ? 'somethingWrong' : 'saveUnknown') });
  };
  const forget = () => {
    setProblems({});
    setRefused(false);
  };
  return {
    problems,
    /** The server said no for a reason that an admin may have a better one against. */
    isRefused,
    isSending,
    send,
    forget,
  };
}
