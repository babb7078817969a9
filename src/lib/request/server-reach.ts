import { create } from 'zustand';

/** Whether the server is known not to answer, although the browser says it is online. */
export const useServerSilence = create<{ silent: boolean }>()(() => ({ silent: false }));

let look: (() => void) | undefined;

/** A request got an answer of the server's, whatever it was. */
export function noteAnswer(): void {
  if (useServerSilence.getState().silent) useServerSilence.setState({ silent: false });
}

/** A request got none, or waits for one suspiciously long. That is only a reason to look. */
export function suspectSilence(): void {
  look?.();
}

/** Registers who looks whether the server answers. */
export function onSuspicion(lookNow: () => void): void {
  look = lookNow;
}
