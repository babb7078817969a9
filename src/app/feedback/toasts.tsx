import { lazy, Suspense, useEffect, useState } from 'react';
import { onToast, type ToastRequest } from '#src/lib/toast.ts';

const ToastHost = lazy(async () => ({ default: (await import('./toast-host.tsx')).ToastHost }));

/** Waits for the first toast and only then fetches what shows it, which is more than the whole sign-in form. */
export function Toasts() {
  const [first, setFirst] = useState<readonly ToastRequest[]>([]);
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    if (needed) return;
    return onToast((request) => {
      setFirst((requests) => [...requests, request]);
      setNeeded(true);
    });
  }, [needed]);
  if (!needed) return null;
  return (
    <Suspense fallback={null}>
      <ToastHost first={first} />
    </Suspense>
  );
}
