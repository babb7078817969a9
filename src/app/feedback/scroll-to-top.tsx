import { ArrowUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#src/components/kit/button.tsx';
import { freePlace, type Place } from './free-place.ts';
import styles from './scroll-to-top.module.css';

/** docs/interface.md, "Sizes and times". */
const SHOWN_AFTER_PX = 50;
const ANSWERED_AFTER_MS = 600;

/**
 * Scrolls a long page back to its start. It stays in the window, at a place without a control or
 * words; on a page that fills the window it waits for one.
 */
export function ScrollToTop() {
  const { t } = useTranslation();
  const [place, setPlace] = useState<Place>();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    let asked = 0;
    let later: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      asked = 0;
      setPlace((now) =>
        window.scrollY > SHOWN_AFTER_PX ? freePlace(button.current, now) : undefined,
      );
    };
    // Asked for once in a frame, because it makes the browser lay the page out.
    const changed = () => void (asked ||= requestAnimationFrame(look));
    // A press may have moved a control to where the button is, some only with the server's answer.
    const pressed = () => {
      changed();
      clearTimeout(later);
      later = setTimeout(changed, ANSWERED_AFTER_MS);
    };
    const events = { scroll: changed, resize: changed, click: pressed, keyup: pressed };
    for (const [event, act] of Object.entries(events))
      window.addEventListener(event, act, { passive: true });
    // A part of the page that arrives late moves the others, too.
    const grown = new ResizeObserver(changed);
    grown.observe(document.body);
    // So does a button of the header, which keeps its size.
    const joined = new MutationObserver(changed);
    const header = document.querySelector('header');
    if (header) joined.observe(header, { childList: true, subtree: true });
    changed();
    return () => {
      grown.disconnect();
      joined.disconnect();
      cancelAnimationFrame(asked);
      clearTimeout(later);
      for (const [event, act] of Object.entries(events)) window.removeEventListener(event, act);
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
