import type * as z from 'zod/mini';
import { type EditSource, useEdit } from '#src/components/edit/use-edit.ts';
import { useHeldValues } from '#src/components/edit/use-held-values.ts';
import type { DraftSubject } from '#src/offline/drafts/drafts.ts';

type PlanValues = { rows: readonly unknown[] };

type Options<Values extends PlanValues, Saved> = {
  place: DraftSubject;
  schema: z.ZodMiniObject;
  blank: Values;
  isWritable: boolean;
  send: (values: Values, idempotencyKey: string) => Promise<Saved>;
  /** True if a row of the plan is among the saved ones. */
  isIn: (row: Values['rows'][number], saved: Saved) => boolean;
  /** The server's result, and the plan it belongs to. */
  onSaved: (saved: Saved, planned: Values) => void;
  onRefused?: () => void;
  /** Called when a save whose page was lost turns out to be done. */
  onSavedBefore: () => void;
};

/**
 * The unsaved plan of a board, which is saved at once. A plan from a lost save waits until the
 * person has reviewed it.
 */
export function useBoardPlan<Values extends PlanValues, Saved>(options: Options<Values, Saved>) {
  const { place, schema, blank, isWritable, send, isIn, onSaved, onRefused, onSavedBefore } =
    options;
  const held = useHeldValues(blank);
  const source: EditSource<Values, Saved> = {
    read: held.read,
    isDirty: () => held.read().rows.length > 0,
    base: () => undefined,
    startFrom: (saved, typed = held.read()) =>
      held.reset(saved ? { ...blank, rows: typed.rows.filter((row) => !isIn(row, saved)) } : typed),
  };
  const { draft, failure, isSaving, submit, forgetFailure } = useEdit<Values, Values, Saved>({
    place,
    schema,
    isWritable,
    source,
    onSaved,
    onSavedBefore,
    leavesRest: true,
    saver: { send: (values, _row, key) => send(values, key) },
    onFailed: ({ outcome }) => outcome === 'refused' && onRefused?.(),
  });
  const change = (fields: Partial<Values>) => {
    const next = { ...held.read(), ...fields };
    held.change(next.rows.length === 0 ? blank : next);
    forgetFailure();
    draft.changed();
  };
  return {
    values: held.values,
    change,
    clear: () => change(blank),
    save: () => submit(held.read()),
    failure,
    isSaving,
    draft,
  };
}

export type Plan<Values extends PlanValues> = Pick<
  ReturnType<typeof useBoardPlan<Values, unknown>>,
  'values' | 'change' | 'clear' | 'save' | 'failure' | 'isSaving' | 'draft'
>;
