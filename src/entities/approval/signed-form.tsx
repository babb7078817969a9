import { lazy, Suspense, useState } from 'react';
import type * as z from 'zod/mini';
import type { ApprovedAct } from '#contract/approvals.ts';
import { DialogForm, type DialogFormProps } from '#src/components/form/dialog-form.tsx';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce } from '#src/lib/request/save.ts';
import controls from '#src/theme/controls.module.css';

const SignDialog = lazy(async () => ({ default: (await import('./sign-dialog.tsx')).SignDialog }));

type SignedFormProps<Schema extends z.ZodMiniObject, Row> = Omit<DialogFormProps<Schema, Row>, 'send'> & {
  /** What a second person signs before it is sent; null where nobody has to. */
  actOf: (input: z.output<Schema>) => ApprovedAct | null;
  signText: string;
  send: (input: z.output<Schema>, idempotencyKey: string, approvalToken: string | null) => Promise<Row>;
};

/** A form in a dialog whose write a second person may have to sign on this screen; what was typed stays under the signature. */
export function SignedForm<Schema extends z.ZodMiniObject, Row>({ actOf, signText, send, onSaved, children, ...form }: SignedFormProps<Schema, Row>) {
  const [asked, setAsked] = useState<{ input: z.output<Schema>; act: ApprovedAct }>();
  const [failure, setFailure] = useState('');
  const sendSigned = async (input: z.output<Schema>, token: string) => {
    setAsked(undefined);
    const result = await saveOnce((key) => send(input, key, token));
    if (result.outcome === 'saved') return onSaved(result.row);
    return setFailure(failureText(result));
  };
  const begin = async (input: z.output<Schema>, key: string) => {
    setFailure('');
    const act = actOf(input);
    return act === null ? { row: await send(input, key, null) } : { asked: { input, act } };
  };
  return (
    <>
      <DialogForm {...form} send={begin} onSaved={(result) => ('row' in result ? onSaved(result.row) : setAsked(result.asked))}>
        {(field) => (
          <>
            {children(field)}
            <p role="alert" className={failure === '' ? controls.unseen : controls.error}>
              {failure}
            </p>
          </>
        )}
      </DialogForm>
      {asked && (
        <Suspense fallback={null}>
          <SignDialog act={asked.act} text={signText} onSigned={(token) => void sendSigned(asked.input, token)} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </>
  );
}
