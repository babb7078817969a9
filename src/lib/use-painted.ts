import { useEffect, useState } from 'react';

type Waiting = { run: () => void };

let waiting = new Set<Waiting>();

/** All that wait for the same frame go on in one task behind it. */
function onFrame(): void {
  const due = waiting;
  waiting = new Set();
  setTimeout(() => due.forEach(({ run }) => run()));
}

/** Runs `run` once the next frame is painted; what comes back takes that back. */
export function afterPaint(run: () => void): () => void {
  const own = { run };
  // No frame comes where nobody looks.
  if (document.hidden) setTimeout(() => own.run());
  else {
    if (waiting.size === 0) requestAnimationFrame(onFrame);
    waiting.add(own);
  }
  return () => {
    own.run = () => undefined;
  };
}

/**
 * `value` as the screen shows it: another one comes `afterMs` milliseconds after the next frame is painted. What nobody
 * waits for goes by it, so that it takes nothing from that frame, as a deferred value may that is drawn while the frame is
 * waited for.
 */
export function usePainted<Value>(value: Value, afterMs = 0): Value {
  const [painted, setPainted] = useState({ value });
  useEffect(() => {
    if (painted.value === value) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => setPainted({ value });
    const cancel = afterPaint(() => {
      if (afterMs === 0) show();
      else timer = setTimeout(show, afterMs);
    });
    return () => {
      cancel();
      clearTimeout(timer);
    };
  }, [painted, value, afterMs]);
  return painted.value;
}
