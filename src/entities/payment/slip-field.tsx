import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useField, type FieldProps } from '#src/components/fields/use-field.ts';
import { SlipPhoto } from './slip-photo.tsx';

/** The photo of a slip in a form. */
export function SlipField({
  branchId,
  ...props
}: FieldProps<string | null | undefined> & { branchId: string }) {
  const { t } = useTranslation();
  const field = useField(props, (fileId) => t(fileId ? 'form.pictureSet' : 'form.pictureNone'));
  return (
    <SlipPhoto
      fileId={field.value ?? null}
      branchId={branchId}
      error={field.error}
      button={field.ref as Ref<HTMLButtonElement>}
      onChange={field.change}
    />
  );
}
