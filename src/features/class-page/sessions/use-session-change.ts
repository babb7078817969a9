import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import {
  sessionCancel,
  sessionMove,
  sessionRestore,
  sessionSubstitute,
} from '#contract/classes/class-changes.ts';
import type { ClassSession } from '#contract/classes/classes.ts';
import { fieldErrorText } from '#contract/field-errors.ts';
import { type EditSource, type Failure, useEdit } from '#src/components/edit/use-edit.ts';
import { useHeldValues } from '#src/components/edit/use-held-values.ts';
import { api } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { listKey } from '#src/lib/request/resource.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { showDay } from '#src/lib/text/day.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { showToast } from '#src/lib/toast.ts';
import { copiedSessions } from '#src/entities/class/class-copies.ts';

export const ways = ['move', 'substitute', 'cancel'] as const;
export type SessionWay = (typeof ways)[number];

const bodies = {
  move: sessionMove,
  substitute: sessionSubstitute,
  cancel: sessionCancel,
  restore: sessionRestore,
} as const;
export type SessionChange = keyof typeof bodies;
/** The errors of a change, by field; `all` concerns the whole change. */
export type SessionProblems = Record<string, string>;

const text = z._default(z.string(), '');
const schema = z.object({
  way: text,
  date: text,
  start: text,
  end: text,
  roomId: text,
  teacherId: text,
  reason: text,
  overrideReason: text,
});
/** The values of the dialog; `way` is empty until one is selected. */
export type SessionTexts = z.output<typeof schema>;

/** What an attempt met; `isClash` is a refusal that an admin may override. */
type Refusal = { problems: SessionProblems; isClash: boolean; sent: SessionTexts };

/** The request of a change. */
type SessionBody = { change: SessionChange; data: unknown };

/** Where and with whom: what a clash is about. */
const about = ['date', 'start', 'end', 'roomId', 'teacherId'] as const;

/** The problems that are still those of `texts`; one that was mended since `sent` is none. */
function standing(
  { problems, isClash, sent }: Refusal,
  texts: SessionTexts,
): { problems: SessionProblems; isRefused: boolean } {
  const isSame = about.every((name) => texts[name] === sent[name]);
  const stands = ([name]: readonly [string, string]) =>
    isClash || name === 'all'
      ? isSame
      : texts[name as keyof SessionTexts] === sent[name as keyof SessionTexts];
  return {
    problems: Object.fromEntries(Object.entries(problems).filter(stands)),
    isRefused: isClash && isSame,
  };
}

const textsOf = ({ date, start, end, roomId }: ClassSession): SessionTexts => ({
  way: '',
  date: showDay(date),
  start,
  end,
  roomId: roomId ?? '',
  teacherId: '',
  reason: '',
  overrideReason: '',
});

/** The texts about one session, and where they start again. */
function useTexts(session: ClassSession) {
  const held = useHeldValues(textsOf(session));
  const source: EditSource<SessionTexts, ClassSession> = {
    read: held.read,
    isDirty: () => held.read().way !== '',
    base: () => undefined,
    startFrom: (saved, typed) => held.reset(typed ?? textsOf(saved ?? session)),
  };
  return { held, source };
}

/**
 * Stores the server's answer; the row under the dialog is updated before the focus returns to it.
 */
function useRenewal({ classId }: ClassSession) {
  const client = useQueryClient();
  return async () => {
    void client.invalidateQueries({ queryKey: ['attendance'] });
    await client.invalidateQueries({ queryKey: listKey(copiedSessions(classId)) });
  };
}

/**
 * A change of one session. Typed values stay in the dialog and on the device until the server has
 * saved them, so a reload or a closed dialog loses nothing. `keepsDraft` is off if there is nothing
 * to type before a refusal.
 */
export function useSessionChange(
  session: ClassSession,
  { keepsDraft, onDone }: { keepsDraft: boolean; onDone: () => void },
) {
  const { t } = useTranslation('class-page');
  const language = useLanguage();
  const renew = useRenewal(session);
  const { held, source } = useTexts(session);
  const [refusal, setRefusal] = useState<Refusal>();
  const setProblems = (problems: SessionProblems, isClash = false) =>
    setRefusal({ problems, isClash, sent: held.read() });
  const { draft, isSaving, submit } = useEdit<SessionTexts, SessionBody, ClassSession>({
    place: { form: 'class-session', record: session._id },
    schema,
    source,
    isWritable: keepsDraft,
    saver: {
      send: ({ change, data }, _row, key) =>
        api.post<ClassSession>(`/class-sessions/${session._id}/${change}`, data, {
          ...withIdempotency(key),
          quiet: true,
        }),
      onConfirmed: renew,
    },
    onSaved: onDone,
    onSavedBefore: onDone,
    onFailed: (failure: Failure) => {
      setProblems(
        failure.outcome === 'invalid' ? failure.fields : { all: failureText(failure) },
        failure.outcome === 'refused' ||
          (failure.outcome === 'invalid' && 'date' in failure.fields),
      );
      if (failure.outcome === 'refused') void renew();
    },
  });
  const send = async (change: SessionChange, typed: Record<string, unknown>) => {
    const body = bodies[change].safeParse({ version: session.version, ...typed });
    if (!body.success) {
      const codes = body.error.issues
        .toReversed()
        .map(({ path, message }) => [String(path[0]), message] as const);
      return setProblems(
        Object.fromEntries(
          codes.map(([field, code]) => [
            field,
            fieldErrorText(
              field === 'reason' && code === 'required' ? 'reasonNeeded' : code,
              language,
            ),
          ]),
        ),
      );
    }
    if (await submit({ change, data: body.data }))
      showToast('success', t(`sessions.done.${change}`));
    return undefined;
  };
  const set = (change: Partial<SessionTexts>) => {
    held.change({ ...held.read(), ...change });
    draft.changed();
  };
  const still = refusal && standing(refusal, held.values);
  return {
    texts: held.values,
    way: ways.find((one) => one === held.values.way),
    set,
    draft,
    /** The problems of the last attempt, less those that were mended since. */
    problems: still?.problems ?? {},
    /** The server refused for a reason that an admin may override. */
    isRefused: still?.isRefused === true,
    /** A new one for each attempt that met a problem. */
    refusal,
    isSaving,
    send,
    forget: () => setRefusal(undefined),
  };
}
