import { Field } from '@chakra-ui/react/field';
import { chakra } from '@chakra-ui/react/styled-system';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldProps } from './use-field.ts';

type FieldFrameProps = FieldProps<unknown> & { error: string | undefined; children: ReactNode; wide?: boolean };

/** Label above, help and error below; `wide` takes the whole row of the section. */
export function FieldFrame({ label, help, required, error, wide = false, children }: FieldFrameProps) {
  const { t } = useTranslation();
  return (
    <Field.Root invalid={error !== undefined} required={required} gridColumn={wide ? '1 / -1' : undefined}>
      <Field.Label>
        {label}
        <Field.RequiredIndicator
          fallback={
            <chakra.span marginInlineStart="1" color="fg.subtle" fontWeight="normal">
              {t('form.optional')}
            </chakra.span>
          }
        />
      </Field.Label>
      {children}
      {help && <Field.HelperText>{help}</Field.HelperText>}
      <Field.ErrorText>
        <CircleAlert aria-hidden />
        {error}
      </Field.ErrorText>
    </Field.Root>
  );
}
