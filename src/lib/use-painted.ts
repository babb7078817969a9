import { useEffect, useState } from 'react';

/**
 * `value` as the screen shows it: another one comes after the next frame is painted. What nobody waits for goes by it, so
 * that it takes nothing from that frame, as a deferred value may that is drawn while the frame is waited for.
 */
export function usePainted<Value>(value: Value): Value {
  const [painted, setPainted] = useState({ value });
  useEffect(() => {
    if (painted.value === value) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      timer = setTimeout(() => setPainted({ value }));
    };
    // No frame comes where nobody looks.
    if (document.hidden) later();
    const frame = requestAnimationFrame(later);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [painted, value]);
  return painted.value;
}
