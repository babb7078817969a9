import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { ClassSession } from '#contract/classes.ts';
import { useDraft } from '#src/components/form/use-draft.ts';
import { showDay } from '#src/lib/day.ts';
import { Writing } from '#src/lib/settle-write.ts';
import { showToast } from '#src/lib/toast.ts';
import type { SessionBody } from './use-session-write.ts';

export const ways = ['move', 'substitute', 'cancel'] as const;
export type Way = (typeof ways)[number];

const text = z._default(z.string(), '');
const schema = z.object({ way: text, date: text, start: text, end: text, roomId: text, teacherId: text, reason: text, overrideReason: text });
/** What stands in the dialog; `way` is empty until one is chosen. */
export type SessionTexts = z.output<typeof schema>;

const textsOf = ({ date, start, end, roomId }: ClassSession): SessionTexts => ({
  ...{ way: '', date: showDay(date), start, end, roomId: roomId ?? '' },
  ...{ teacherId: '', reason: '', overrideReason: '' },
});

/** What is typed about one session, kept on the device until it is saved: a reload, or a closed dialog, loses nothing of it. */
export function useSessionDraft(session: ClassSession, onSavedBefore: () => void) {
  const { t } = useTranslation();
  const [texts, setTexts] = useState(() => textsOf(session));
  // What lies on the device follows the last change, which React may not have drawn yet.
  const latest = useRef(texts);
  const [writing] = useState(() => new Writing<SessionBody, ClassSession>());
  const put = (next: SessionTexts) => {
    latest.current = next;
    setTexts(next);
  };
  const draft = useDraft<ClassSession>({
    place: { form: 'class-session', record: session._id },
    schema,
    isWritable: true,
    read: () => (latest.current.way === '' ? undefined : { values: latest.current, sent: writing.sent }),
    restore: ({ values, sent }) => {
      put(values as SessionTexts);
      writing.remember(sent);
    },
    onSavedBefore: () => {
      showToast('success', t('form.savedBefore'));
      onSavedBefore();
    },
  });
  const set = (change: Partial<SessionTexts>) => {
    put({ ...latest.current, ...change });
    draft.changed();
  };
  return { texts, way: ways.find((one) => one === texts.way), set, draft, writing };
}
