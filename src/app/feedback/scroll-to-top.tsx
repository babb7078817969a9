import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import controls from '#src/theme/controls.module.css';
import styles from './scroll-to-top.module.css';

/** docs/interface.md, "Sizes and times". */
const SHOWN_AFTER_PX = 50;

/**
 * Scrolls a long page back to its start. It is part of the page's last line, where it covers no
 * control.
 */
export function ScrollToTop() {
  const { t } = useTranslation();
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    // Read only on scroll: reading it while the page is drawn forces a second layout.
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
