import { Field, useFieldStyles } from '@chakra-ui/react/field';
import { chakra } from '@chakra-ui/react/styled-system';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldProps } from './use-field.ts';

type FieldFrameProps = FieldProps<unknown> & { error: string | undefined; children: ReactNode; wide?: boolean };

function FieldError({ text }: { text: string }) {
  const { errorText } = useFieldStyles();
  return (
    <chakra.span css={errorText}>
      <CircleAlert aria-hidden />
      {text}
    </chakra.span>
  );
}

/** Label above, help and error below; `wide` takes the whole row of the section. */
export function FieldFrame({ label, help, required, error, wide = false, children }: FieldFrameProps) {
  const { t } = useTranslation();
  return (
    <Field.Root invalid={error !== undefined} required={required} gridColumn={wide ? '1 / -1' : undefined}>
      <Field.Label>
        {label}{' '}
        <Field.RequiredIndicator
          fallback={
            <chakra.span color="fg.subtle" fontWeight="normal">
              {t('form.optional')}
            </chakra.span>
          }
        />
      </Field.Label>
      {children}
      {/* One description for both: what Chakra ties an error to the control by is not read out everywhere. */}
      {(help ?? error) && (
        <Field.HelperText>
          {help}
          {error && <FieldError text={error} />}
        </Field.HelperText>
      )}
    </Field.Root>
  );
}
