import { chakra } from '@chakra-ui/react/styled-system';
import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldProps } from './use-field.ts';

/** Ties a control to its label and the texts around it. */
export type FieldControlProps = {
  id: string;
  'aria-required': boolean;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
};

type FieldFrameProps = FieldProps<unknown> & {
  error: string | undefined;
  /** Takes the whole row of the section. */
  wide?: boolean;
  /** True if the section's heading is the same word; the label is then for screen readers only. */
  titled?: boolean;
  children: (control: FieldControlProps) => ReactNode;
};

/** The error of a field, and how to correct it. */
export function FieldError({ text }: { text: string }) {
  return (
    <chakra.span
      display="flex"
      alignItems="flex-start"
      gap="6px"
      color="fg.error"
      fontWeight="medium"
    >
      <chakra.span marginTop="3px">
        <CircleAlert aria-hidden size={14} strokeWidth={1.75} />
      </chakra.span>
      {text}
    </chakra.span>
  );
}

/** The label above a control, and below it help and error, which describe the control. */
export function FieldFrame({
  label,
  help,
  required,
  error,
  wide = false,
  titled = false,
  children,
}: FieldFrameProps) {
  const { t } = useTranslation();
  const id = useId();
  const isDescribed = (help ?? error) !== undefined;
  return (
    <chakra.div
      display="grid"
      gap="1"
      alignContent="start"
      minWidth="0"
      gridColumn={wide ? '1 / -1' : undefined}
    >
      <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium" srOnly={titled || undefined}>
        {label}{' '}
        {required ? (
          <chakra.span aria-hidden color="lac.fg">
            *
          </chakra.span>
        ) : (
          <chakra.span color="fg.subtle" fontWeight="normal">
            {t('form.optional')}
          </chakra.span>
        )}
      </chakra.label>
      {children({
        id,
        'aria-required': required,
        'aria-invalid': error !== undefined,
        'aria-describedby': isDescribed ? `${id}-about` : undefined,
      })}
      {isDescribed && (
        <chakra.div id={`${id}-about`} textStyle="xs" color="fg.muted">
          {help}
          {error && <FieldError text={error} />}
        </chakra.div>
      )}
    </chakra.div>
  );
}
