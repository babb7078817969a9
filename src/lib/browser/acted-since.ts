let actedAt = 0;
let arrivedAt = 0;

const note = () => void (actedAt = performance.now());

/** Notes each press of a pointer or a key; returns a function to stop. */
export function watchActs(): () => void {
  const signs = ['pointerdown', 'keydown'] as const;
  for (const sign of signs) document.addEventListener(sign, note, { passive: true, capture: true });
  return () => {
    for (const sign of signs) document.removeEventListener(sign, note, { capture: true });
  };
}

/** Notes that the app went to another address. */
export const noteArrival = () => void (arrivedAt = performance.now());

/**
 * True if the person has gone on to something else since the app went to this address: a heading
 * that comes late must not take the focus from it.
 */
export const hasGoneOn = (): boolean => {
  const { activeElement } = document;
  return (
    actedAt > arrivedAt &&
    activeElement !== document.body &&
    !activeElement?.matches('main, main h1')
  );
};
