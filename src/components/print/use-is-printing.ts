import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is being printed: what only the paper shows is not drawn before. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const over = new AbortController();
    // The paper is taken as the page stands when this event is over.
    window.addEventListener('beforeprint', () => flushSync(() => setPrinting(true)), {
      signal: over.signal,
    });
    window.addEventListener('afterprint', () => setPrinting(false), { signal: over.signal });
    return () => over.abort();
  }, []);
  return isPrinting;
}
