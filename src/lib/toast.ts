export type ToastKind = 'error' | 'success' | 'info';
/** An action that a notice offers while it stands. */
export type ToastAction = { label: string; run: () => void };
export type ToastRequest = {
  kind: ToastKind;
  text: string;
  id: string;
  action?: ToastAction | undefined;
};

type Listener = (request: ToastRequest) => void;

// The toast host is fetched after the first page; toasts that are asked for earlier wait here.
let listener: Listener | undefined;
let waiting: ToastRequest[] = [];
let wakeHost: (() => void) | undefined;

/** Shows a short notice; two with the same text at once are one. */
export function showToast(
  kind: ToastKind,
  text: string,
  id: string = text,
  action?: ToastAction,
): void {
  const request = { kind, text, id, action };
  if (listener) listener(request);
  else {
    waiting.push(request);
    wakeHost?.();
  }
}

/**
 * Hands the waiting toasts and every later one to the toast host; returns the function that stops
 * it.
 */
export function onToast(next: Listener): () => void {
  listener = next;
  const asked = waiting;
  waiting = [];
  for (const request of asked) next(request);
  return () => {
    if (listener === next) listener = undefined;
  };
}

/** Calls `wake` when a toast waits for its host, now or later; returns how to stop. */
export function onToastWaiting(wake: () => void): () => void {
  wakeHost = wake;
  if (waiting.length > 0) wake();
  return () => {
    if (wakeHost === wake) wakeHost = undefined;
  };
}
