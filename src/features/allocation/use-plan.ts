import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { useDraft } from '#src/components/form/use-draft.ts';
import { say } from '#src/lib/i18n.ts';
import type { SaveResult } from '#src/lib/save.ts';
import { Writing } from '#src/lib/settle-write.ts';
import { showToast } from '#src/lib/toast.ts';
import type { DraftPlace } from '#src/offline/draft-content.ts';

type Plan = { rows: readonly unknown[] };

type Options<Values extends Plan, Saved> = {
  place: DraftPlace;
  schema: z.ZodMiniObject;
  blank: Values;
  isWritable: boolean;
  send: (values: Values, idempotencyKey: string) => Promise<Saved>;
  /** Whether a row of the plan is among what was saved. */
  isIn: (row: Values['rows'][number], saved: Saved) => boolean;
  /** What the server has saved, and the plan it stood in. */
  onSaved: (saved: Saved, planned: Values) => void;
  onRefused?: () => void;
  /** A save that was lost with its page turned out to be done. */
  onSavedBefore: () => void;
};

/** Why a save did not come about, in words; nothing when the session has ended. */
function problemOf(result: Exclude<SaveResult<unknown>, { outcome: 'saved' | 'conflict' | 'dropped' }>): string {
  if (result.outcome === 'refused') return result.reason;
  if (result.outcome === 'invalid') return Object.values(result.fields).join(', ');
  return say(result.outcome === 'offline' ? 'offlineToast' : 'saveUnknown');
}

/** What a board holds until it is saved: on screen, and as a draft on the device. Saved at once, and never twice. */
export function usePlan<Values extends Plan, Saved>(options: Options<Values, Saved>) {
  const { t } = useTranslation();
  const { place, schema, blank, isWritable, send, isIn, onSaved, onRefused, onSavedBefore } = options;
  const [values, setValues] = useState(blank);
  // What lies on the device follows the last change, which React may not have drawn yet.
  const latest = useRef(values);
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [writing] = useState(() => new Writing<Values, Saved>());
  const put = (next: Values) => {
    latest.current = next;
    setValues(next);
  };
  const draft = useDraft<Saved>({
    place,
    schema,
    isWritable,
    read: () => (latest.current.rows.length > 0 ? { values: latest.current, sent: writing.sent } : undefined),
    restore: (content) => {
      put(content.values as Values);
      writing.remember(content.sent);
    },
    onSavedBefore: () => {
      showToast('success', t('form.savedBefore'));
      onSavedBefore();
    },
  });
  const change = (fields: Partial<Values>) => {
    const next = { ...latest.current, ...fields };
    put(next.rows.length === 0 ? blank : next);
    setProblem(undefined);
    draft.changed();
  };
  const settle = (saved: Saved) => {
    const planned = latest.current;
    put({ ...blank, rows: planned.rows.filter((row) => !isIn(row, saved)) });
    onSaved(saved, planned);
  };
  const save = async () => {
    if (isSending) return;
    setSending(true);
    setProblem(undefined);
    const sent = latest.current;
    // An earlier try without an answer may have been saved after all: then what was added since waits for another look.
    let earlier: Saved | undefined;
    const attempt = { input: sent, row: undefined, values: structuredClone(sent), onSend: draft.keep, onEarlierSaved: (row: Saved) => void (earlier = row), confirm: async () => earlier === undefined };
    const result = await writing.save({ send: (input, _row, key) => send(input, key) }, attempt);
    setSending(false);
    if (result.outcome === 'saved') settle(result.row);
    else if (earlier !== undefined) settle(earlier);
    else if (result.outcome !== 'conflict' && result.outcome !== 'dropped') {
      setProblem(problemOf(result));
      if (result.outcome === 'refused') onRefused?.();
    }
    void draft.keep();
  };
  return { values, change, save, problem, isSending, draft, clear: () => change(blank), isDirty: () => latest.current.rows.length > 0 };
}
