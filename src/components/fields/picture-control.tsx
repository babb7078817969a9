import { Camera, ImageIcon, ImageOff, Trash2, Upload } from 'lucide-react';
import { useRef, type ChangeEvent, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { imageTypes } from '#contract/centre/files.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Row } from '#src/components/kit/layout.tsx';
import { Unseen } from '#src/components/kit/unseen.tsx';
import { usePicture } from '#src/lib/browser/pictures.ts';
import { say } from '#src/lib/text/i18n.ts';
import type { FieldControlProps } from './field-frame.tsx';
import styles from './fields.module.css';
import type { UsedField } from './use-field.ts';

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

export type PictureControlProps = {
  label: string;
  control: FieldControlProps;
  field: UsedField<string | null>;
  /** The reason why the last picture was not taken. */
  onProblem: (problem: string | undefined) => void;
  photoOf: string | undefined;
  onStored: ((file: File) => void) | undefined;
};

/** The stored picture, and the buttons that choose, take and remove one. */
export function PictureControl({
  label,
  control,
  field,
  onProblem,
  photoOf,
  onStored,
}: PictureControlProps) {
  const { t } = useTranslation();
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  // A slow picture must not replace the one that was chosen after it, nor come back once removed.
  const turn = useRef(0);
  const take = async (file: File) => {
    turn.current += 1;
    const own = turn.current;
    onProblem(undefined);
    const stored = await storeChosen(file, photoOf);
    if (own !== turn.current) return;
    if ('id' in stored) {
      field.change(stored.id);
      onStored?.(file);
    } else onProblem(stored.error);
  };
  const input = {
    type: 'file',
    hidden: true,
    accept: imageTypes.join(','),
    'aria-label': label,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const [file] = event.target.files ?? [];
      event.target.value = '';
      if (file) void take(file);
    },
  } as const;
  return (
    <Row gap={3} align="center">
      <Preview fileId={field.value} label={label} />
      <div className={styles.pictureActs}>
        <Button
          icon={Upload}
          ref={field.ref as Ref<HTMLButtonElement>}
          aria-describedby={control['aria-describedby']}
          data-invalid={control['aria-invalid'] || undefined}
          onClick={() => chooser.current?.click()}
        >
          {t(field.value ? 'form.pictureReplace' : 'form.pictureChoose')}
          <Unseen>{label}</Unseen>
        </Button>
        {photoOf !== undefined && (
          <Button icon={Camera} onClick={() => camera.current?.click()}>
            {t('form.pictureTake')}
          </Button>
        )}
        {field.value && (
          <Button
            icon={Trash2}
            look="ghost"
            onClick={() => {
              turn.current += 1;
              field.change(null);
            }}
          >
            {t('action.remove')}
            <Unseen>{label}</Unseen>
          </Button>
        )}
      </div>
      <input ref={chooser} id={control.id} {...input} />
      {photoOf !== undefined && (
        <input ref={camera} {...input} capture="user" aria-label={t('form.pictureTake')} />
      )}
    </Row>
  );
}
