import { useContext, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldRow, type ControlProps } from '#src/components/kit/field.tsx';
import { Unseen } from '#src/components/kit/unseen.tsx';
import styles from './fields.module.css';
import { FormLook } from './form-context.ts';
import type { FieldProps, UsedField } from './use-field.ts';

/** Ties a control to its label and the texts around it. */
export type FieldControlProps = ControlProps & { 'aria-required': boolean };

type FieldFrameProps = FieldProps<unknown> & {
  /** The error of the field, and its value in words for reading. */
  field: Pick<UsedField<never>, 'error' | 'shown'>;
  /** Takes the whole row of the section. */
  wide?: boolean;
  /** True if the section's heading is the same word; the label is then for screen readers only. */
  titled?: boolean;
  /** True for what is written from left to right in every language. */
  isLtr?: boolean;
  /** True for a control that draws its own box. */
  isBare?: boolean;
  children: (control: FieldControlProps) => ReactNode;
};

/** The label above a control, and below it help and error, which describe the control. */
export function FieldFrame({
  name,
  label,
  help,
  required,
  field: { error, shown },
  wide = false,
  isLtr = false,
  titled = false,
  isBare = false,
  children,
}: FieldFrameProps) {
  const { t } = useTranslation();
  const { Value } = useContext(FormLook);
  if (Value)
    return (
      <Value name={name} label={label} shown={shown} error={error} wide={wide} isLtr={isLtr} />
    );
  const words = required ? (
    label
  ) : (
    <>
      {label} <span className={styles.optional}>{t('form.optional')}</span>
    </>
  );
  return (
    <FieldRow
      label={titled ? <Unseen>{words}</Unseen> : words}
      required={required && !titled}
      help={help}
      error={error}
      isBare={isBare}
      isWide={wide || undefined}
    >
      {(control) => children({ ...control, 'aria-required': required })}
    </FieldRow>
  );
}
