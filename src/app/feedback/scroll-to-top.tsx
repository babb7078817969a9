import { ArrowUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#src/components/kit/button.tsx';
import { freePlace, type Place } from './free-place.ts';
import styles from './scroll-to-top.module.css';

/** docs/interface.md, "Sizes and times". */
const SHOWN_AFTER_PX = 50;

/**
 * Scrolls a long page back to its start. It stays in the window, at a place without a control; on a
 * page whose rows fill the window it waits for one.
 */
export function ScrollToTop() {
  const { t } = useTranslation();
  const [place, setPlace] = useState<Place>();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    let asked = 0;
    const look = () => {
      asked = 0;
      setPlace((now) =>
        window.scrollY > SHOWN_AFTER_PX ? freePlace(button.current, now) : undefined,
      );
    };
    // Asked for once in a frame, because it makes the browser lay the page out.
    const changed = () => void (asked ||= requestAnimationFrame(look));
    // A press may have moved a control to where the button is.
    const events = ['scroll', 'resize', 'click', 'keyup'] as const;
    for (const event of events) window.addEventListener(event, changed, { passive: true });
    changed();
    return () => {
      cancelAnimationFrame(asked);
      for (const event of events) window.removeEventListener(event, changed);
    };
  }, []);
  return (
    place && (
      <IconButton
        ref={button}
        icon={ArrowUp}
        className={styles.button}
        label={t('toTop')}
        style={place}
        onClick={() => window.scrollTo({ top: 0 })}
      />
    )
  );
}
