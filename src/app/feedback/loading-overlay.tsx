import { LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { cancelWork } from '#src/lib/request/loading.ts';
import { message } from '#src/lib/text/messages.ts';
import { useStore } from '#src/lib/store.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useModal } from '#src/lib/browser/use-modal.ts';
import styles from './loading-overlay.module.css';

/** The person may stop waiting after this; requests themselves have no time limit. */
const CANCEL_AFTER_MS = 8000;

function Waiting() {
  const { t } = useTranslation();
  const language = useLanguage();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), CANCEL_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.box}>
      <LoaderCircle size={28} className={styles.spinner} aria-hidden />
      <div role="status">
        <b>{t('wait')}</b>
        {late && <p className={styles.late}>{message('stillWaiting', language)}</p>}
      </div>
      {late && <Button onClick={cancelWork}>{t('action.cancel')}</Button>}
    </div>
  );
}

/** Covers the page while a write is under way, so that nothing can be pressed twice. */
export function LoadingOverlay() {
  const { t } = useTranslation();
  const isLoading = useStore(({ loading }) => loading.isLoading);
  const dialog = useModal(isLoading, { overLock: true, ignoresBack: true });
  return (
    <dialog ref={dialog} className={styles.overlay} aria-label={t('wait')} data-over-lock>
      {isLoading && <Waiting />}
    </dialog>
  );
}
