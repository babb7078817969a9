export type ToastKind = 'error' | 'success' | 'info';
/** An action that a toast offers while it is shown. */
export type ToastAction = { label: string; run: () => void };
export type ToastRequest = {
  kind: ToastKind;
  text: string;
  id: string;
  action?: ToastAction | undefined;
};

type Listener = (request: ToastRequest) => void;

// The toast host is fetched after the first page; earlier toasts wait here.
let listener: Listener | undefined;
let waiting: ToastRequest[] = [];
let wakeHost: (() => void) | undefined;

/** Shows a toast; two with the same text at once become one. */
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

/** Passes the waiting toasts and every later one to the toast host; returns a function to stop. */
export function onToast(next: Listener): () => void {
  listener = next;
  const asked = waiting;
  waiting = [];
  for (const request of asked) next(request);
  return () => {
    if (listener === next) listener = undefined;
  };
}

/** Calls `wake` when a toast waits for its host, now or later; returns a function to stop. */
export function onToastWaiting(wake: () => void): () => void {
  wakeHost = wake;
  if (waiting.length > 0) wake();
  return () => {
    if (wakeHost === wake) wakeHost = undefined;
  };
}
