import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#src/components/kit/button.tsx';
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
        <IconButton icon={ArrowUp} label={t('toTop')} onClick={() => window.scrollTo({ top: 0 })} />
      )}
    </span>
  );
}
