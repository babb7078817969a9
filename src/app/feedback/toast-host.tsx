import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useRef, type FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  cssTransition,
  toast,
  ToastContainer,
  type CloseButtonProps,
} from 'react-toastify/unstyled';
import { Button, IconButton } from '#src/components/kit/button.tsx';
import { withWholeCodes } from '#src/components/kit/whole-codes.tsx';
import { onBusy } from '#src/lib/request/api.ts';
import { onceFree } from '#src/lib/request/busy-server.ts';
import { onToast, type ToastRequest } from '#src/lib/toast.ts';
import { placeToasts } from './toast-place.ts';
import styles from './toasts.module.css';

// The wait is said by toasts, so it comes with them, after the first screen.
onBusy(onceFree);

const icons = { error: CircleAlert, success: CircleCheck, info: Info } as const;

const transition = cssTransition({
  enter: styles.enter ?? '',
  exit: styles.exit ?? '',
  collapse: false,
});

/** Long enough to notice a mistake and undo it. */
const WITH_ACTION_MS = 12_000;

/** The element that had the focus before a button of a toast took it. */
let before: EventTarget | null = null;

function remember({ currentTarget, relatedTarget }: FocusEvent): void {
  if (!currentTarget.contains(relatedTarget)) before = relatedTarget;
}

/** A toast that goes must not take the focus along: it returns, or goes to the page's heading. */
function giveBack(): void {
  const target =
    before instanceof HTMLElement && before.isConnected
      ? before
      : document.querySelector<HTMLElement>('main h1');
  target?.focus();
}

function show({ kind, text, id, action }: ToastRequest): void {
  const Icon = icons[kind];
  const act = () => {
    giveBack();
    toast.dismiss(id);
    action?.run();
  };
  const words = withWholeCodes(text);
  const content = action && (
    <>
      {words}
      <Button className={styles.action} onClick={act}>
        {action.label}
      </Button>
    </>
  );
  toast(content ?? words, {
    toastId: id,
    ...(action && { autoClose: WITH_ACTION_MS }),
    type: kind,
    role: kind === 'error' ? 'alert' : 'status',
    icon: <Icon size={18} strokeWidth={1.75} aria-hidden />,
  });
}

function CloseButton({ closeToast }: CloseButtonProps) {
  const { t } = useTranslation();
  const close = () => {
    giveBack();
    closeToast(true);
  };
  return <IconButton icon={X} label={t('action.close')} onClick={close} />;
}

/** Shows the toasts, where they hide nothing that can be pressed. */
export function ToastHost() {
  const { t } = useTranslation();
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => (host.current ? placeToasts(host.current) : undefined), []);
  useEffect(() => onToast(show), []);
  return (
    <div ref={host} onFocus={remember}>
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
    </div>
  );
}
