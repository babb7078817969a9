import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** True while the page is being printed; content for paper only is not drawn before. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const over = new AbortController();
    // The browser prints the page as it is after this event.
    window.addEventListener('beforeprint', () => flushSync(() => setPrinting(true)), {
      signal: over.signal,
    });
    window.addEventListener('afterprint', () => setPrinting(false), { signal: over.signal });
    return () => over.abort();
  }, []);
  return isPrinting;
}
