import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';
import { FieldRow, type FieldLook } from './field.tsx';

type PlainLook = FieldLook & { label: string };

/** A labelled line of text with its help and its error, without Chakra. */
export function PlainField({
  label,
  help,
  error,
  isAnswer,
  ...input
}: PlainLook & ComponentProps<'input'>) {
  const look = { label, help, error, isAnswer };
  return (
    <FieldRow {...look} required={input.required}>
      {(control) => <input {...input} {...control} />}
    </FieldRow>
  );
}

/** The same for a password, with a button to show and hide it. */
export function PasswordField({
  label,
  help,
  error,
  ...input
}: PlainLook & ComponentProps<'input'>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <FieldRow label={label} help={help} error={error}>
      {(control) => (
        <>
          <input {...input} {...control} type={shown ? 'text' : 'password'} />
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={`${shown ? t('hidePassword') : t('showPassword')}: ${label}`}
            onClick={() => setShown(!shown)}
          />
        </>
      )}
    </FieldRow>
  );
}

/** The same for a select; `children` are its options. */
export function PlainSelect({
  label,
  help,
  error,
  ...select
}: PlainLook & ComponentProps<'select'>) {
  return (
    <FieldRow label={label} required={select.required} help={help} error={error}>
      {(control) => <select {...select} {...control} />}
    </FieldRow>
  );
}
