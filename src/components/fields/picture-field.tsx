import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '#src/lib/browser/later.ts';
import { FieldFrame } from './field-frame.tsx';
import styles from './fields.module.css';
import { useField, type FieldProps } from './use-field.ts';

const PictureControl = later(async () => (await import('./picture-control.tsx')).PictureControl);

/**
 * A picture from a file, made smaller before it is sent; the field holds the id it is stored under.
 * `photoOf` is the branch of the person in the photo: then the camera is offered as well, and only
 * that branch sees the photo. `onStored` gets the original file, to read data from it.
 */
export function PictureField({
  photoOf,
  onStored,
  ...props
}: FieldProps<string | null> & { photoOf?: string; onStored?: (file: File) => void }) {
  const { t } = useTranslation();
  const field = useField(props, (fileId) => t(fileId ? 'form.pictureSet' : 'form.pictureNone'));
  const [problem, setProblem] = useState<string>();
  return (
    <FieldFrame {...props} field={{ ...field, error: problem ?? field.error }} isBare>
      {(control) => (
        <Suspense fallback={<div className={styles.picture} />}>
          <PictureControl
            label={props.label}
            control={control}
            field={field}
            onProblem={setProblem}
            photoOf={photoOf}
            onStored={onStored}
          />
        </Suspense>
      )}
    </FieldFrame>
  );
}
