import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import controls from './controls.module.css';

type FrameProps = {
  label: string;
  required?: boolean | undefined;
  help?: string | undefined;
  error?: string | undefined;
};
type ControlProps = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };

function FieldFrame({
  label,
  required = false,
  help,
  error,
  children,
}: FrameProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const notes = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={controls.field}>
      <label className={controls.label} htmlFor={id}>
        {label}{' '}
        {required && (
          <span className={controls.star} aria-hidden>
            *
          </span>
        )}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': notes || undefined,
      })}
      {help && (
        <p id={`${id}-help`} className={controls.help}>
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={controls.error}>
          <CircleAlert size={14} aria-hidden />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

/** A labelled line of text with its help and its error, without Chakra. */
export function PlainField({ label, help, error, ...input }: FrameProps & ComponentProps<'input'>) {
  return (
    <FieldFrame label={label} required={input.required} help={help} error={error}>
      {(control) => (
        <span className={controls.input}>
          <input {...input} {...control} />
        </span>
      )}
    </FieldFrame>
  );
}

/** The same for a password, with a button to show and hide it. */
export function PasswordField({
  label,
  help,
  error,
  ...input
}: FrameProps & ComponentProps<'input'>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <FieldFrame label={label} help={help} error={error}>
      {(control) => (
        <span className={controls.input}>
          <input {...input} {...control} type={shown ? 'text' : 'password'} />
          <button
            type="button"
            className={controls.icon}
            aria-label={`${shown ? t('hidePassword') : t('showPassword')}: ${label}`}
            onClick={() => setShown(!shown)}
          >
            <Icon size={18} aria-hidden />
          </button>
        </span>
      )}
    </FieldFrame>
  );
}

/** The same for a select; `children` are its options. */
export function PlainSelect({
  label,
  help,
  error,
  ...select
}: FrameProps & ComponentProps<'select'>) {
  return (
    <FieldFrame label={label} required={select.required} help={help} error={error}>
      {(control) => (
        <span className={controls.input}>
          <select {...select} {...control} />
        </span>
      )}
    </FieldFrame>
  );
}
