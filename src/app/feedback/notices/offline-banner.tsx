import { useLayoutEffect } from 'react';
import { WifiOff } from 'lucide-react';
import { message } from '#src/lib/text/messages.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useOnline } from '#src/offline/use-online.ts';
import styles from './offline-banner.module.css';

/**
 * The red line while the browser says it is offline; it pushes the page down and stays in sight.
 */
export function OfflineBanner() {
  const language = useLanguage();
  const online = useOnline();
  // Sets an attribute on the root, because a CSS rule that looks for the banner would be matched
  // again at every change of any page.
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-offline', !online);
  }, [online]);
  return (
    <div role="status" className={styles.line} data-shown={!online || undefined}>
      {!online && (
        <p className={styles.banner} data-offline-banner>
          <WifiOff size={18} strokeWidth={1.75} aria-hidden />
          {message('offlineBanner', language)}
        </p>
      )}
    </div>
  );
}
