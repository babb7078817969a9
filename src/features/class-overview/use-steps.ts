import { useEffect, useState } from 'react';

/**
 * The number of parts of a long page to draw by now: `first` at once, then one more in each frame,
 * so that no frame takes long. A new `key` starts again.
 */
export function useSteps(key: string, parts: number, first: number): number {
  const [step, setStep] = useState({ key, drawn: first });
  if (step.key !== key) setStep({ key, drawn: first });
  const drawn = step.key === key ? step.drawn : first;
  useEffect(() => {
    if (drawn >= parts) return undefined;
    const frame = requestAnimationFrame(() => setStep({ key, drawn: drawn + 1 }));
    return () => cancelAnimationFrame(frame);
  }, [key, drawn, parts]);
  return Math.min(drawn, parts);
}
