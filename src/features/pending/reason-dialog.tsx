import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';

type ReasonDialogProps = {
  title: string;
  text: string;
  names: readonly string[];
  submit: string;
  onSubmit: (reason: string) => void;
  onClose: () => void;
};

/** Asks for a reason, with the effect and the people it concerns. */
export function PendingReasonDialog({
  title,
  text,
  names,
  submit,
  onSubmit,
  onClose,
}: ReasonDialogProps) {
  const { t } = useTranslation(['pending', 'common']);
  const [reason, setReason] = useState('');
  const [isAsked, setAsked] = useState(false);
  const isMissing = isAsked && reason.trim() === '';
  const send = () => (reason.trim() === '' ? setAsked(true) : onSubmit(reason.trim()));
  return (
    <Dialog
      title={title}
      description={`${names.join(', ')}. ${text}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.back')}</Button>
          <Button look="solid" onClick={send}>
            {submit}
          </Button>
        </>
      }
    >
      <PlainField
        label={t('reason')}
        required
        maxLength={200}
        value={reason}
        error={isMissing ? t('reasonNeeded') : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  );
}
