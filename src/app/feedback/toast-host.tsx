import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import {
  cssTransition,
  toast,
  ToastContainer,
  type CloseButtonProps,
} from 'react-toastify/unstyled';
import { onToast, type ToastRequest } from '#src/lib/toast.ts';
import controls from '#src/theme/controls.module.css';
import styles from './toasts.module.css';

const icons = { error: CircleAlert, success: CircleCheck, info: Info } as const;

const transition = cssTransition({
  enter: styles.enter ?? '',
  exit: styles.exit ?? '',
  collapse: false,
});

/** Long enough to notice a mistake and undo it. */
const WITH_ACTION_MS = 12_000;

function show({ kind, text, id, action }: ToastRequest): void {
  const Icon = icons[kind];
  const act = () => {
    toast.dismiss(id);
    action?.run();
  };
  const content = action && (
    <>
      {text}
      <button type="button" className={`${controls.button} ${styles.action}`} onClick={act}>
        {action.label}
      </button>
    </>
  );
  toast(content ?? text, {
    toastId: id,
    ...(action && { autoClose: WITH_ACTION_MS }),
    type: kind,
    role: kind === 'error' ? 'alert' : 'status',
    icon: <Icon size={18} strokeWidth={1.75} aria-hidden />,
  });
}

function CloseButton({ closeToast }: CloseButtonProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={controls.icon}
      aria-label={t('action.close')}
      onClick={() => closeToast(true)}
    >
      <X size={16} strokeWidth={1.75} aria-hidden />
    </button>
  );
}

/** Shows the toasts, under the header. */
export function ToastHost() {
  const { t } = useTranslation();
  useEffect(() => onToast(show), []);
  return (
    <ToastContainer
      aria-label={t('notices')}
      className={styles.container ?? ''}
      toastClassName={styles.toast ?? ''}
      closeButton={CloseButton}
      transition={transition}
      hideProgressBar
      closeOnClick={false}
      draggable={false}
    />
  );
}
