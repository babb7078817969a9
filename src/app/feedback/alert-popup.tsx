import { CircleAlert, CircleCheck, Info, TriangleAlert, X, type LucideIcon } from 'lucide-react';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#src/components/kit/button.tsx';
import { withWholeCodes } from '#src/components/kit/whole-codes.tsx';
import { closeAlertPopup, useStore } from '#src/lib/store.ts';
import { useModal } from '#src/lib/browser/use-modal.ts';
import styles from './alert-popup.module.css';

/** docs/interface.md, "Sizes and times". */
const CLOSES_AFTER_MS = 3000;

const icons = {
  success: CircleCheck,
  error: CircleAlert,
  warning: TriangleAlert,
  info: Info,
} satisfies Record<string, LucideIcon>;
type KnownType = keyof typeof icons;
const isKnown = (type: string): type is KnownType => type in icons;

/**
 * The alert on screen. A type that the app does not know shows grey, as "Alert", without an icon.
 */
export function AlertPopup() {
  const { t } = useTranslation();
  const id = useId();
  const alert = useStore((state) => state.alert);
  const dialog = useModal(alert.show, { ignoresBack: true });

  // A new alert is a new object, so it gets its own three seconds.
  useEffect(() => {
    if (!alert.show) return;
    const timer = setTimeout(closeAlertPopup, CLOSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [alert]);

  const kind = isKnown(alert.type) ? alert.type : 'other';
  const Icon = isKnown(alert.type) ? icons[alert.type] : undefined;
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={styles.popup}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={closeAlertPopup}
    >
      <div className={`${styles.head} ${styles[kind]}`}>
        {Icon && <Icon size={20} strokeWidth={1.75} aria-hidden />}
        <h2 id={`${id}-title`}>{t(`alert.${kind}`)}</h2>
        <IconButton icon={X} label={t('action.close')} onClick={closeAlertPopup} />
      </div>
      <p id={`${id}-text`} className={styles.text}>
        {withWholeCodes(alert.message)}
      </p>
    </dialog>
  );
}
