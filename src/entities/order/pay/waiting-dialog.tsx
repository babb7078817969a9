import { useTranslation } from 'react-i18next';
import { Dialog } from '#src/components/feedback/dialog.tsx';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import controls from '#src/theme/controls.module.css';

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
      footer={
        <button type="button" className={controls.button} onClick={onClose}>
          {t('action.close')}
        </button>
      }
    >
      <p role={error ? 'alert' : 'status'}>{error ? readFailureText(error) : t('loading')}</p>
    </Dialog>
  );
}
