import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { FormContext, FormLook, useNewFormContext } from '#src/components/fields/form-context.ts';
import {
  ConflictQuestion,
  FormSaveBar,
  ReadOnlyNote,
  useSaveKey,
  type RecordFormProps,
} from '#src/components/form/record-form.tsx';
import { useErrorsOf } from '#src/components/form/use-errors-of.ts';
import { useRecordForm } from '#src/components/form/use-record-form.ts';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { useSaySaved } from '#src/components/page/use-back-to-list.ts';
import type { Changeable } from '#src/lib/request/resource.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import type { Named } from '#src/lib/text/record-name.ts';
import styles from './record-editor.module.css';
import { EditingContext, sections, type Editing } from './record-sections.tsx';

/** Puts the focus where the next act is: into a section that opened, or back on its button. */
function useFocusOfSections() {
  const element = useRef<HTMLFormElement>(null);
  const wanted = useRef<{ section: string; isOpen: boolean }>(undefined);
  useEffect(() => {
    if (!wanted.current) return;
    const { section, isOpen } = wanted.current;
    wanted.current = undefined;
    const place = element.current?.querySelector(`[data-section="${CSS.escape(section)}"]`);
    const field = 'fieldset :is(input:not([hidden]), select, textarea, button)';
    const goal = place?.querySelector<HTMLElement>(isOpen ? field : '[data-edit]');
    goal?.focus();
  });
  return {
    element,
    focusAt: (section: string, isOpen: boolean) => {
      wanted.current = { section, isOpen };
    },
  };
}

type EditorProps = RecordFormProps<z.ZodMiniObject, Changeable & Named>;

/** The values on screen follow the saved record, unless somebody is typing. */
function useFollowing(
  row: EditorProps['row'],
  source: ReturnType<typeof useRecordForm<z.ZodMiniObject, Changeable & Named>>['source'],
): void {
  const latest = useRef(source);
  useEffect(() => {
    latest.current = source;
  });
  useEffect(() => {
    const { base, isDirty, startFrom } = latest.current;
    if (row && row.version !== base()?.version && !isDirty()) startFrom(row);
  }, [row]);
}

/**
 * A saved record, for reading: its sections show values, and each opens in place to be changed. One
 * form stands behind all of them, so drafts, conflicts and lost answers are as in an open form.
 */
export function RecordEditor(props: EditorProps) {
  const { t } = useTranslation(['record', 'common']);
  const { reads, row, draft: place } = props;
  const client = useQueryClient();
  const saySaved = useSaySaved();
  const fields = useNewFormContext(props.schema);
  const mayWrite = useCan(props.action) && props.locked === undefined;
  const { ask, dialog } = useConfirm();
  const [open, setOpen] = useState<readonly string[]>([]);
  const next = useRef<string>(undefined);
  const { element, focusAt } = useFocusOfSections();

  const leave = (to?: string) => {
    const [first = ''] = open;
    focusAt(to ?? first, to !== undefined);
    setOpen(to === undefined ? [] : [to]);
  };
  const onSaved = (saved: Changeable & Named) => {
    leave(next.current);
    saySaved(saved);
    const key = [place.form, 'record', place.record];
    client.setQueryData(key, saved);
    // What stands beside the record, such as its classes.
    void client.invalidateQueries({ queryKey: key, predicate: (one) => one.queryKey.length > 3 });
    reads?.onSaved?.(saved);
  };
  const { form, source, draft, failure, attempts, submit, conflict } = useRecordForm(
    { ...props, onSaved },
    mayWrite,
  );
  useFollowing(row, source);
  useSaveKey(element);
  const { errors } = form.formState;
  const unseen = useErrorsOf(element, attempts, errors, fields);

  const edit = async (section: string) => {
    const isWrong = Object.keys(errors).length > 0;
    if (isWrong) setOpen((shown) => [...shown, section]);
    if (isWrong || !source.isDirty()) {
      focusAt(section, true);
      if (isWrong) return;
      source.startFrom(source.base());
      setOpen([section]);
      return;
    }
    const [first = ''] = open;
    const question = { title: t('saveFirst', { section: first }), cancel: t('common:form.stay') };
    if (!(await ask({ ...question, confirm: t('common:action.save') }))) return;
    next.current = section;
    await submit();
    next.current = undefined;
  };
  const cancel = async () => {
    const question = { title: t('discard'), confirm: t('common:draft.discard') };
    if (source.isDirty() && !(await ask({ ...question, cancel: t('common:form.goOnTyping') })))
      return;
    source.startFrom(source.base());
    draft.discard();
    leave();
  };
  const answerDraft = (answer: (() => void) | undefined) => {
    answer?.();
    // The panel closes, and with it goes the button that had the focus.
    element.current?.querySelector<HTMLElement>('[data-edit]')?.focus();
  };
  const reveal = useCallback(
    (section: string) =>
      setOpen((shown) => (shown.includes(section) ? shown : [...shown, section])),
    [],
  );
  const state: Editing = {
    open,
    mayWrite,
    reveal,
    edit: (section) => void edit(section),
    bar: (
      <div className={styles.bar}>
        <FormSaveBar
          failure={failure}
          failed={props.failed}
          unseen={unseen}
          isKept={draft.isKept}
          ways={[]}
          onSend={() => undefined}
          onCancel={() => void cancel()}
        />
      </div>
    ),
  };
  return (
    <FormProvider {...form}>
      <FormContext value={fields.context}>
        <EditingContext value={state}>
          <FormLook value={sections}>
            <form
              ref={element}
              noValidate
              className={styles.record}
              data-opened={open.length > 0 || undefined}
              onSubmit={(event) => {
                event.preventDefault();
                if (mayWrite && open.length > 0) void submit();
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
                <div className={styles.column}>
                  {reads?.before}
                  {props.children(fields.context.bind)}
                </div>
                {props.aside && <div className={styles.column}>{props.aside}</div>}
              </div>
            </form>
          </FormLook>
        </EditingContext>
      </FormContext>
      {dialog}
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
