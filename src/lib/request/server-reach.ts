import { create } from 'zustand';

/** `silent` if the server is known not to answer although the browser is online. */
export const useServerSilence = create<{ silent: boolean }>()(() => ({ silent: false }));

let look: (() => void) | undefined;

/** Notes that the server answered a request, whatever the answer. */
export function noteServerAnswer(): void {
  if (useServerSilence.getState().silent) useServerSilence.setState({ silent: false });
}

/** Notes that a request got no answer, or waits suspiciously long; that only triggers a check. */
export function suspectSilence(): void {
  look?.();
}

/** Registers the function that checks if the server answers. */
export function onSuspicion(lookNow: () => void): void {
  look = lookNow;
}
