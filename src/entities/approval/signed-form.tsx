import type * as z from 'zod/mini';
import type { ApprovedAct } from '#contract/centre/approvals.ts';
import { DialogForm, type DialogFormProps } from '#src/components/form/dialog-form.tsx';
import { useSigning } from './use-signing.tsx';

type SignedFormProps<Schema extends z.ZodMiniObject, Row> = Omit<
  DialogFormProps<Schema, Row>,
  'send'
> & {
  /** The action that a second person has to sign first; null if none. */
  actOf: (input: z.output<Schema>) => ApprovedAct | null;
  signText: string;
  send: (
    input: z.output<Schema>,
    idempotencyKey: string,
    approvalToken: string | null,
  ) => Promise<Row>;
};

/**
 * A form in a dialog whose write may need a second person's signature on this screen; the input
 * stays under the signature dialog.
 */
export function SignedForm<Schema extends z.ZodMiniObject, Row>({
  actOf,
  signText,
  send,
  onSaved,
  children,
  ...form
}: SignedFormProps<Schema, Row>) {
  const { sign, dialog } = useSigning();
  // Nothing is sent without the signature. The server's refusals are beside their fields, as in
  // every form.
  const signAndSend = async (input: z.output<Schema>, key: string) => {
    const act = actOf(input);
    const token = act === null ? null : await sign(act, signText);
    return act !== null && token === null ? undefined : { row: await send(input, key, token) };
  };
  return (
    <>
      <DialogForm {...form} send={signAndSend} onSaved={(sent) => sent && onSaved(sent.row)}>
        {children}
      </DialogForm>
      {dialog}
    </>
  );
}
