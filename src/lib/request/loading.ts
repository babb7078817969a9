import { hideLoading, showLoading } from '#src/lib/store.ts';

type Work = { signal: AbortSignal; done: () => void };

const blocking = new Set<AbortController>();

/**
 * Registers a piece of work. A blocking one (a write) shows the overlay until the last of them is
 * done, and the overlay's Cancel aborts it; others only get a signal.
 */
export function startWork(options: { blocking: boolean; signal: AbortSignal | undefined }): Work {
  const controller = new AbortController();
  const signal = options.signal
    ? AbortSignal.any([controller.signal, options.signal])
    : controller.signal;
  if (!options.blocking) return { signal, done: () => undefined };
  blocking.add(controller);
  showLoading();
  return {
    signal,
    done: () => {
      blocking.delete(controller);
      if (blocking.size === 0) hideLoading();
    },
  };
}

/** Cancel on the overlay: stops waiting for all answers that it covers. */
export function cancelWork(): void {
  for (const controller of blocking) controller.abort();
}
