import { useTranslation } from 'react-i18next';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { readFailureText } from '#src/lib/request/failure-text.ts';

/** Replaces a dialog while its data is fetched, and tells why a fetch failed. */
export function WaitingDialog({
  title,
  error,
  onClose,
}: {
  title: string;
  error: Error | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('action.close')}</Button>}
    >
      <p role={error ? 'alert' : 'status'}>{error ? readFailureText(error) : t('loading')}</p>
    </Dialog>
  );
}
