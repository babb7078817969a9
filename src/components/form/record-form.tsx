import { Lock } from 'lucide-react';
import {
  lazy,
  Suspense,
  useEffect,
  useRef,
  type ComponentProps,
  type ReactNode,
  type RefObject,
} from 'react';
import { FormProvider, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { can, roles, type Action } from '#contract/roles.ts';
import { DOT } from '#contract/words/dot.ts';
import { useCan, useWhy } from '#src/lib/session/use-can.ts';
import { SaveBar } from '#src/components/edit/save-bar.tsx';
import type { Failure } from '#src/components/edit/use-edit.ts';
import {
  FormContext,
  useNewFormContext,
  type FieldOf,
} from '#src/components/fields/form-context.ts';
import { Button } from '#src/components/kit/button.tsx';
import { loadWords } from '#src/lib/text/i18n.ts';
import styles from './form.module.css';
import { useErrorsOf } from './use-errors-of.ts';
import { useRecordForm, type RecordFormOptions } from './use-record-form.ts';

/** A button that sends the form, and the values it sets. */
export type SendWay<Values> = { label: string; values: Partial<Values> };

/** What a page adds to the form of its record. */
export type Reads<Row> = {
  /** The reason why somebody with the permission cannot change this record, if there is one. */
  locked?: string | undefined;
  /** Content beside the fields; below them if there is no room. */
  aside?: ReactNode;
  /**
   * Set for a saved record that is read first: `RecordEditor` shows its values, each section opens
   * in place, and the page stays after a save.
   */
  reads?: {
    /** Sections of what the form does not hold, such as the classes of a student. */
    before?: ReactNode;
    /** Called after a save. */
    onSaved?: (row: Row) => void;
  };
};

export type RecordFormProps<Schema extends z.ZodMiniObject, Row> = RecordFormOptions<Schema, Row> &
  Reads<Row> & {
    /** The permission to change the record; without it the form only shows. */
    action: Action;
    /** The heading above the reason of a refused save. */
    failed: string;
    onCancel: () => void;
    /** The buttons that send the form, Enter's last; by default "Save". */
    ways?: readonly SendWay<z.output<Schema>>[];
    /** The fields; a name that is not in the schema does not compile. */
    children: (field: FieldOf<z.output<Schema>>) => ReactNode;
  };

// Lazy, because conflicts are rare and a form must load fast.
export const ConflictQuestion = lazy(async () => ({
  default: (await import('#src/components/edit/conflict-dialog.tsx')).ConflictDialog,
}));

export function ReadOnlyNote({ action, locked }: { action: Action; locked: string | undefined }) {
  const { t } = useTranslation();
  const allowed = roles.filter((role) => can({ role }, action)).map((role) => t(`role.${role}`));
  const { allowed: isAllowed, because } = useWhy(action);
  const taken =
    because.code === 'setRemoves' ? t('form.takenAway', { set: because.set }) : undefined;
  const reason = isAllowed ? locked : taken;
  return (
    <p className={styles.readOnly}>
      <Lock aria-hidden size={16} strokeWidth={1.75} />
      {reason ?? t('form.readOnly', { roles: allowed.join(', ') })}
    </p>
  );
}

type FormSaveBarProps = {
  failure: Failure | undefined;
  failed: string;
  /** The errors that stand nowhere in the form. */
  unseen: string;
  isKept: boolean | undefined;
  ways: readonly SendWay<object>[];
  onSend: (way: SendWay<object>) => void;
  onCancel: () => void;
};

/** The save bar of a record's form, with the number of its changes and errors. */
export function FormSaveBar(props: FormSaveBarProps) {
  const { failure, failed, unseen, isKept, ways, onSend, onCancel } = props;
  const { t } = useTranslation();
  const { errors, dirtyFields, isDirty, isSubmitting } = useFormState();
  const bad = Object.keys(errors).length;
  return (
    <SaveBar
      failure={failure?.outcome === 'invalid' ? undefined : failure}
      failed={failed}
      problem={
        bad > 0 && (!failure || failure.outcome === 'invalid')
          ? t('form.needAttention', { count: bad }) + (unseen && DOT + unseen)
          : undefined
      }
      isDirty={isDirty}
      isKept={isKept}
      summary={
        isDirty && <small>{t('form.changes', { count: Object.keys(dirtyFields).length })}</small>
      }
    >
      <Button data-leave onClick={onCancel}>
        {t('action.cancel')}
      </Button>
      {ways.slice(0, -1).map((way) => (
        <Button key={way.label} disabled={isSubmitting} onClick={() => onSend(way)}>
          {way.label}
        </Button>
      ))}
      <Button look="solid" type="submit" disabled={isSubmitting}>
        {ways.at(-1)?.label ?? t('action.save')}
      </Button>
    </SaveBar>
  );
}

/** Ctrl+S sends the form, unless a dialog is open. */
export function useSaveKey(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const saveByKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) form.current?.requestSubmit();
    };
    window.addEventListener('keydown', saveByKey);
    return () => window.removeEventListener('keydown', saveByKey);
  }, [form]);
}

/**
 * The form of one record. Whatever goes wrong (a bad field, no network, somebody else's change),
 * the input stays where it is and the form says what happened.
 */
function OpenForm<Schema extends z.ZodMiniObject, Row extends z.output<Schema>>(
  props: RecordFormProps<Schema, Row>,
) {
  const fields = useNewFormContext(props.schema);
  const mayWrite = useCan(props.action) && props.locked === undefined;
  const { form, draft, failure, attempts, submit, conflict } = useRecordForm<Schema, Row>(
    props,
    mayWrite,
  );
  const ways: readonly SendWay<object>[] = props.ways ?? [];
  const element = useRef<HTMLFormElement>(null);
  const unseen = useErrorsOf(element, attempts, form.formState.errors, fields);
  useSaveKey(element);
  const answerDraft = (answer: (() => void) | undefined) => {
    answer?.();
    // The panel closes, and with it goes the button that had the focus.
    element.current?.querySelector<HTMLElement>('fieldset :is(input, select, textarea)')?.focus();
  };
  return (
    <FormProvider {...form}>
      <FormContext value={fields.context}>
        <form
          ref={element}
          noValidate
          className={styles.record}
          onSubmit={(event) => {
            event.preventDefault();
            if (mayWrite) void submit({ ...ways.at(-1)?.values });
          }}
        >
          {!mayWrite && <ReadOnlyNote action={props.action} locked={props.locked} />}
          {draft.question && (
            <draft.question.Panel
              savedAt={draft.question.savedAt}
              isPerhapsSaved={draft.question.isPerhapsSaved}
              onResume={() => answerDraft(draft.question?.resume)}
              onDiscard={() => answerDraft(draft.question?.discard)}
            />
          )}
          <div className={styles.columns} data-aside={props.aside !== undefined}>
            {/* Its parts have the names. */}
            <fieldset disabled={!mayWrite} role="presentation">
              {props.children(fields.context.bind)}
            </fieldset>
            {props.aside}
          </div>
          {mayWrite && (
            <FormSaveBar
              failure={failure}
              failed={props.failed}
              unseen={unseen}
              isKept={draft.isKept}
              ways={ways}
              onSend={({ values }) => void submit({ ...values })}
              onCancel={props.onCancel}
            />
          )}
        </form>
      </FormContext>
      <Suspense>
        {conflict && (
          <ConflictQuestion
            base={conflict.base}
            mine={form.getValues()}
            theirs={conflict.theirs}
            descriptions={fields.descriptions}
            onKeep={conflict.keep}
            onResolve={(chosen) => void conflict.resolve(chosen)}
          />
        )}
      </Suspense>
    </FormProvider>
  );
}

// Lazy, because it is only of saved records.
const RecordEditor = lazy(async () => {
  const [{ RecordEditor: Editor }] = await Promise.all([
    import('#src/components/record/record-editor.tsx'),
    loadWords('record'),
  ]);
  return { default: Editor };
});

/** The form of one record: open, or with `reads` for reading, with sections that open in place. */
export function RecordForm<Schema extends z.ZodMiniObject, Row extends z.output<Schema>>(
  props: RecordFormProps<Schema, Row>,
) {
  if (!props.reads || !props.row) return <OpenForm {...props} />;
  return (
    <Suspense>
      <RecordEditor {...(props as unknown as ComponentProps<typeof RecordEditor>)} />
    </Suspense>
  );
}
