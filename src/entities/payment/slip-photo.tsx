import { Camera, Trash2 } from 'lucide-react';
import { useId, useRef, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { imageTypes } from '#contract/centre/files.ts';
import { storeChosenPicture } from '#src/components/fields/store-chosen-picture.ts';
import { Button, IconButton } from '#src/components/kit/button.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { HelpText } from '#src/components/kit/field.tsx';
import { Row } from '#src/components/kit/layout.tsx';
import { Unseen } from '#src/components/kit/unseen.tsx';
import { usePicture } from '#src/lib/browser/pictures.ts';
import styles from './payment.module.css';

/** A photo of the slip on the payer's phone, taken or chosen, for finance to verify. */
export function SlipPhoto({
  fileId,
  branchId,
  error,
  button,
  onChange,
}: {
  fileId: string | null;
  /** The branch of the payment. */
  branchId: string;
  /** The server's objection to the photo. */
  error?: string | undefined;
  button?: Ref<HTMLButtonElement>;
  onChange: (fileId: string | null) => void;
}) {
  const { t } = useTranslation('payment');
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { source, failed } = usePicture(fileId);
  const take = async (file: File) => {
    setProblem(undefined);
    setBusy(true);
    const stored = await storeChosenPicture(file, { slipOf: branchId });
    setBusy(false);
    if ('id' in stored) onChange(stored.id);
    else setProblem(stored.error);
  };
  const wrong = problem ?? error;
  return (
    <div>
      <Row>
        {source !== undefined && <img src={source} alt={t('bank.slip')} className={styles.slip} />}
        <Button
          icon={Camera}
          ref={button}
          data-invalid={wrong !== undefined || undefined}
          disabled={isBusy}
          aria-describedby={id}
          onClick={() => chooser.current?.click()}
        >
          {t(fileId === null ? 'bank.takeSlip' : 'bank.takeSlipAgain')}
        </Button>
        {fileId !== null && (
          <IconButton icon={Trash2} label={t('bank.removeSlip')} onClick={() => onChange(null)} />
        )}
      </Row>
      {/* An admin takes photos of slips and does not see them again, so the words stand in. */}
      <div id={id} role="status">
        {wrong !== undefined && <ErrorText>{wrong}</ErrorText>}
        {wrong === undefined &&
          fileId !== null &&
          (failed ? (
            <HelpText>{t('bank.hasSlip')}</HelpText>
          ) : (
            <Unseen>{t('bank.hasSlip')}</Unseen>
          ))}
      </div>
      <input
        ref={chooser}
        type="file"
        hidden
        capture="environment"
        accept={imageTypes.join(',')}
        aria-label={t('bank.takeSlip')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void take(file);
        }}
      />
    </div>
  );
}
