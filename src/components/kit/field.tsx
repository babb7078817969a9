import { useId, type ReactNode } from 'react';
import { ErrorText } from './error-text.tsx';
import styles from './field.module.css';
import { withWholeCodes } from './whole-codes.tsx';

export type FieldLook = {
  label: ReactNode;
  required?: boolean | undefined;
  help?: ReactNode;
  error?: string | undefined;
  /** True if the error is an answer of the server, which a screen reader says when it comes. */
  isAnswer?: boolean | undefined;
};

/** What the input, select or textarea of a field takes. */
export type ControlProps = {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
};

type FieldRowProps = FieldLook & {
  /** True for a box that is drawn by its content, such as steps or segments. */
  isBare?: boolean;
  /** Takes the whole row of a form's section. */
  isWide?: boolean | undefined;
  children: (control: ControlProps) => ReactNode;
};

/**
 * A labelled control of the browser with its help and its error. `children` draws the control with
 * the properties that tie it to both.
 */
export function FieldRow({
  label,
  required = false,
  help,
  error,
  isAnswer = false,
  isBare = false,
  isWide,
  children,
}: FieldRowProps) {
  const id = useId();
  const notes = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  const control = children({
    id,
    'aria-invalid': error !== undefined,
    'aria-describedby': notes || undefined,
  });
  return (
    <div className={styles.field} data-wide={isWide}>
      <label className={styles.label} htmlFor={id}>
        {label}{' '}
        {required && (
          <span className={styles.star} aria-hidden>
            *
          </span>
        )}
      </label>
      {isBare ? control : <span className={styles.input}>{control}</span>}
      {help && (
        <p id={`${id}-help`} className={styles.help}>
          {withWholeCodes(help)}
        </p>
      )}
      {error && (
        <ErrorText id={`${id}-error`} role={isAnswer ? 'alert' : undefined} withIcon>
          {error}
        </ErrorText>
      )}
    </div>
  );
}

type InputBoxProps = {
  /** Its place among its neighbours. */
  className?: string | undefined;
  children: ReactNode;
};

/** The frame of an input whose label stands elsewhere, such as a search box. */
export function InputBox({ className = '', children }: InputBoxProps) {
  return <span className={`${styles.input} ${className}`}>{children}</span>;
}

/** Explains a control, below it. */
export function HelpText({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={styles.help}>
      {withWholeCodes(children)}
    </p>
  );
}
