import { ArrowUp } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import controls from '#src/theme/controls.module.css';
import styles from './scroll-to-top.module.css';

/** Part of the specification, section 9. */
const SHOWN_AFTER_PX = 50;

function subscribe(changed: () => void): () => void {
  window.addEventListener('scroll', changed, { passive: true });
  return () => window.removeEventListener('scroll', changed);
}

/** Brings a long page back to its start. */
export function ScrollToTop() {
  const { t } = useTranslation();
  const scrolled = useSyncExternalStore(subscribe, () => window.scrollY > SHOWN_AFTER_PX);
  if (!scrolled) return null;
  return (
    <button
      type="button"
      className={`${controls.button} ${styles.button}`}
      aria-label={t('toTop')}
      onClick={() => window.scrollTo({ top: 0 })}
    >
      <ArrowUp size={20} strokeWidth={1.75} aria-hidden />
    </button>
  );
}
