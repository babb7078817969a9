import { Pencil } from 'lucide-react';
import { createContext, useContext, useEffect, useId, type ReactNode } from 'react';
import { useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import {
  FormLook,
  type ReadValueProps,
  type SectionProps,
} from '#src/components/fields/form-context.ts';
import { Button } from '#src/components/kit/button.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Panel } from '#src/components/kit/panel.tsx';
import { Unseen } from '#src/components/kit/unseen.tsx';
import styles from './record-editor.module.css';

/** The sections of the record that is open, as each of them sees the others. */
export type Editing = {
  open: readonly string[];
  mayWrite: boolean;
  edit: (section: string) => void;
  /** Opens a section whose value needs a look, beside those that are open. */
  reveal: (section: string) => void;
  bar: ReactNode;
};

export const EditingContext = createContext<Editing>({
  open: [],
  mayWrite: false,
  edit: () => undefined,
  reveal: () => undefined,
  bar: null,
});
const TitleContext = createContext('');

/** Opens the section around it while `isNeeded`: something in it is unsaved or wrong. */
function useReveal(isNeeded: boolean): void {
  const section = useContext(TitleContext);
  const { reveal, mayWrite } = useContext(EditingContext);
  useEffect(() => {
    // A copy on the device has values that no form would take; nobody can mend them there.
    if (isNeeded && mayWrite) reveal(section);
  }, [isNeeded, mayWrite, reveal, section]);
}

/** A name with its value; an empty one is said in words, once and muted. */
function ReadValue({ name, label, shown, error, wide, isLtr }: ReadValueProps) {
  const { t } = useTranslation('record');
  const { dirtyFields } = useFormState({ name });
  const { mayWrite } = useContext(EditingContext);
  useReveal(error !== undefined || name in dirtyFields);
  const text = shown();
  return (
    <div data-wide={wide || undefined}>
      <dt>{label}</dt>
      {text.trim() === '' ? (
        <dd data-empty>{t('notGiven')}</dd>
      ) : (
        <dd>{isLtr ? <bdi dir="ltr">{text}</bdi> : text}</dd>
      )}
      {mayWrite && error !== undefined && <ErrorText as="span">{error}</ErrorText>}
    </div>
  );
}

/** Watches fields that draw no value for reading. */
function Watch({ names }: { names: readonly string[] }) {
  const { dirtyFields, errors } = useFormState();
  useReveal(names.some((name) => name in dirtyFields || name in errors));
  return null;
}

const reading = { Value: ReadValue } as const;
const editing = {} as const;

/** A section of a record: values to read, and the fields in their place while it is edited. */
function Section({ title, required, hint, reading: read, names = [], children }: SectionProps) {
  const { t } = useTranslation('record');
  const { open, mayWrite, edit, bar } = useContext(EditingContext);
  const id = useId();
  const isOpen = open.includes(title);
  return (
    <TitleContext value={title}>
      <div data-section={title}>
        <Panel
          id={id}
          isEdited={isOpen}
          title={
            <>
              {title}
              {required && isOpen && <span aria-hidden> *</span>}
            </>
          }
          count={hint === undefined ? undefined : <small>{hint}</small>}
          tools={
            isOpen ? (
              <span className={styles.editing}>
                <Pencil aria-hidden size={14} strokeWidth={1.75} />
                {t('editing')}
              </span>
            ) : (
              mayWrite && (
                <Button look="text" icon={Pencil} data-edit onClick={() => edit(title)}>
                  {t('edit')}
                  <Unseen> {title}</Unseen>
                </Button>
              )
            )
          }
        >
          {isOpen ? (
            <FormLook value={editing}>
              <fieldset className={styles.fields} aria-labelledby={id}>
                {children}
              </fieldset>
            </FormLook>
          ) : (
            (read ?? (
              <FormLook value={reading}>
                <dl className={styles.values}>{children}</dl>
              </FormLook>
            ))
          )}
          {!isOpen && names.length > 0 && <Watch names={names} />}
          {open[0] === title && bar}
        </Panel>
      </div>
    </TitleContext>
  );
}

/** The look of a form whose record is read first. */
export const sections = { Section } as const;
