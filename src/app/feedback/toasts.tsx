import { useEffect, useState, type ComponentType } from 'react';

const LATEST_MS = 2000;

/** Runs `task` once the browser has nothing better to do; returns how to call it off. */
function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, LATEST_MS);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(task, { timeout: LATEST_MS });
  return () => window.cancelIdleCallback(handle);
}

/**
 * Fetches what shows toasts after everything else, because it weighs more than the whole sign-in form, but before the
 * first one is needed: the most important of them says that the network is gone. Until then toasts wait in line.
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
    return whenIdle(load);
  }, []);
  return Host ? <Host /> : null;
}
