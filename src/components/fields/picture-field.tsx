import { Camera, ImageIcon, ImageOff, Trash2, Upload } from 'lucide-react';
import { useRef, useState, type ChangeEvent, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { imageTypes } from '#contract/centre/files.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Row } from '#src/components/kit/layout.tsx';
import { Unseen } from '#src/components/kit/unseen.tsx';
import { say } from '#src/lib/text/i18n.ts';
import { usePicture } from '#src/lib/browser/pictures.ts';
import { FieldFrame } from './field-frame.tsx';
import styles from './fields.module.css';
import { useField, type FieldProps } from './use-field.ts';

/**
 * Most forms are saved without a new picture, so the code that stores one is fetched when one is
 * chosen.
 */
async function storeChosen(file: File, photoOf: string | undefined) {
  const { storeChosenPicture } = await import('./store-chosen-picture.ts').catch(() => ({
    storeChosenPicture: undefined,
  }));
  return storeChosenPicture
    ? storeChosenPicture(file, photoOf === undefined ? undefined : { photoOf })
    : { error: say('pageNotOnDevice') };
}

function Preview({ fileId, label }: { fileId: string | null; label: string }) {
  const { source, failed } = usePicture(fileId);
  const Placeholder = failed ? ImageOff : ImageIcon;
  return (
    <div className={styles.picture}>
      {source ? (
        <img src={source} alt={label} />
      ) : (
        <Placeholder aria-hidden size={24} strokeWidth={1.75} />
      )}
    </div>
  );
}

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
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const take = async (file: File) => {
    setProblem(undefined);
    const stored = await storeChosen(file, photoOf);
    if ('id' in stored) {
      field.change(stored.id);
      onStored?.(file);
    } else setProblem(stored.error);
  };
  const error = problem ?? field.error;
  const input = {
    type: 'file',
    hidden: true,
    accept: imageTypes.join(','),
    'aria-label': props.label,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const [file] = event.target.files ?? [];
      event.target.value = '';
      if (file) void take(file);
    },
  } as const;
  return (
    <FieldFrame {...props} field={{ ...field, error }} isBare>
      {(control) => (
        <Row gap={3} align="center">
          <Preview fileId={field.value} label={props.label} />
          <div className={styles.pictureActs}>
            <Button
              icon={Upload}
              ref={field.ref as Ref<HTMLButtonElement>}
              aria-describedby={control['aria-describedby']}
              data-invalid={error !== undefined || undefined}
              onClick={() => chooser.current?.click()}
            >
              {t(field.value ? 'form.pictureReplace' : 'form.pictureChoose')}
              <Unseen>{props.label}</Unseen>
            </Button>
            {photoOf !== undefined && (
              <Button icon={Camera} onClick={() => camera.current?.click()}>
                {t('form.pictureTake')}
              </Button>
            )}
            {field.value && (
              <Button icon={Trash2} look="ghost" onClick={() => field.change(null)}>
                {t('action.remove')}
                <Unseen>{props.label}</Unseen>
              </Button>
            )}
          </div>
          <input ref={chooser} id={control.id} {...input} />
          {photoOf !== undefined && (
            <input ref={camera} {...input} capture="user" aria-label={t('form.pictureTake')} />
          )}
        </Row>
      )}
    </FieldFrame>
  );
}
