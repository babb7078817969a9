import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import controls from '#src/theme/controls.module.css';
import styles from './scroll-to-top.module.css';

/** Part of the specification, section 9. */
const SHOWN_AFTER_PX = 50;

/**
 * Brings a long page back to its start. It stands in the page's last line, where it lies over no
 * control.
 */
export function ScrollToTop() {
  const { t } = useTranslation();
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    // Only when told: asking while the page is drawn makes the browser lay it out twice.
    const changed = () => setScrolled(window.scrollY > SHOWN_AFTER_PX);
    window.addEventListener('scroll', changed, { passive: true });
    return () => window.removeEventListener('scroll', changed);
  }, []);
  return (
    <span className={styles.room}>
      {scrolled && (
        <button
          type="button"
          className={controls.icon}
          aria-label={t('toTop')}
          onClick={() => window.scrollTo({ top: 0 })}
        >
          <ArrowUp size={20} strokeWidth={1.75} aria-hidden />
        </button>
      )}
    </span>
  );
}
