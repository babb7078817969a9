import { useEffect, useState, type ComponentType } from 'react';
import { onToastWaiting } from '#src/lib/toast.ts';

/** By then the first screen is painted; the toast host must not compete with it for a slow line. */
const LATEST_MS = 1000;

/**
 * Fetches the toast host when the first toast waits, otherwise after everything else. The host
 * weighs more than the whole sign-in form, but must be here before the most important toast, which
 * says that the network is gone.
 */
export function Toasts() {
  const [Host, setHost] = useState<ComponentType>();
  useEffect(() => {
    const load = () => {
      import('./toast-host.tsx').then(
        ({ ToastHost }) => setHost(() => ToastHost),
        () => window.addEventListener('online', load, { once: true }),
      );
    };
    const timer = setTimeout(load, LATEST_MS);
    const stop = onToastWaiting(load);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return Host ? <Host /> : null;
}
