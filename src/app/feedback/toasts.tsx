import { useEffect, useState, type ComponentType } from 'react';
import { afterFirstScreen } from '#src/lib/browser/first-screen.ts';
import { onToastWaiting } from '#src/lib/toast.ts';

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
    void afterFirstScreen().then(load);
    return onToastWaiting(load);
  }, []);
  return Host ? <Host /> : null;
}
