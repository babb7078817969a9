import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useRef, useState, type ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { DOT } from '#contract/words/dot.ts';
import {
  FormContext,
  useNewFormContext,
  type FieldOf,
} from '#src/components/fields/form-context.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce } from '#src/lib/request/save.ts';
import styles from './form.module.css';
import { useErrorsOf } from './use-errors-of.ts';

type Values = Record<string, unknown>;

export type DialogFormProps<Schema extends z.ZodMiniObject, Row> = {
  title: string;
  description?: string;
  schema: Schema;
  /** The initial values. */
  values: z.input<Schema>;
  /** The word on the button that sends. */
  submit: string;
  /**
   * True if sending removes something; the other button then says "Back", because "Cancel" could
   * mean either.
   */
  isHarmful?: boolean;
  /** False for a form that only shows. */
  isWritable?: boolean;
  /** Writes once under this key; see `withIdempotency`. */
  send: (input: z.output<Schema>, idempotencyKey: string) => Promise<Row>;
  onSaved: (row: Row) => void | Promise<void>;
  onClose: () => void;
  /** The fields; a name that is not in the schema does not compile. */
  children: (field: FieldOf<z.output<Schema>>) => ReactNode;
};

/**
 * A short form in a dialog. Errors are beside their fields, the server's refusal above the buttons;
 * it cannot be sent twice at once. The browser returns the focus to the button that opened it.
 */
export function DialogForm<Schema extends z.ZodMiniObject, Row>(
  props: DialogFormProps<Schema, Row>,
) {
  const { schema, values, send, onSaved, onClose, isWritable = true, isHarmful = false } = props;
  const { t } = useTranslation();
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const fields = useNewFormContext(schema);
  const form = useForm<Values>({
    resolver: zodResolver(schema as z.ZodMiniType<Values, Values>),
    defaultValues: values as Values,
    shouldFocusError: false,
  });
  const [problem, setProblem] = useState<string>();
  const [attempts, setAttempts] = useState(0);
  const { errors, isSubmitting } = form.formState;
  const unseen = useErrorsOf(element, attempts, errors, fields);

  const submit = async (input: Values) => {
    setProblem(undefined);
    const result = await saveOnce((key) => send(input as z.output<Schema>, key));
    if (result.outcome === 'saved') return onSaved(result.row);
    if (result.outcome !== 'invalid') return setProblem(failureText(result));
    const known = new Set(Object.keys(schema.shape));
    const [named, other] = [true, false].map((isNamed) =>
      Object.entries(result.fields).filter(
        ([path]) => known.has(path.split('.')[0] ?? '') === isNamed,
      ),
    );
    for (const [path, message] of named ?? []) form.setError(path, { type: 'server', message });
    return setProblem(other?.map(([, message]) => message).join(DOT));
  };
  const submitAndShow = async () => {
    if (form.formState.isSubmitting) return;
    await form.handleSubmit(submit)();
    setAttempts((count) => count + 1);
  };
  return (
    <Dialog
      title={props.title}
      {...(props.description !== undefined && { description: props.description })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            {t(!isWritable ? 'action.close' : isHarmful ? 'action.back' : 'action.cancel')}
          </Button>
          {isWritable && (
            <Button
              look="solid"
              tone={isHarmful ? 'danger' : undefined}
              type="submit"
              form={id}
              aria-disabled={isSubmitting}
              aria-busy={isSubmitting}
            >
              {props.submit}
            </Button>
          )}
        </>
      }
    >
      <FormProvider {...form}>
        <FormContext value={fields.context}>
          <form
            className={styles.dialog}
            ref={element}
            id={id}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              // React bubbles the event to a form that opened this dialog, although that form is
              // elsewhere on the page.
              event.stopPropagation();
              void submitAndShow();
            }}
          >
            <fieldset disabled={!isWritable} aria-label={props.title}>
              {props.children(fields.context.bind)}
            </fieldset>
            <ErrorText role="alert">
              {[problem, unseen].filter(Boolean).join(DOT) || undefined}
            </ErrorText>
          </form>
        </FormContext>
      </FormProvider>
    </Dialog>
  );
}
