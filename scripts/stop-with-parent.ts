const LOOK_EVERY_MS = 250;

/**
 * Ends this process with SIGTERM once its parent is gone. npm passes a signal on to its shell only,
 * and the shell may end without passing it on: the server would keep running unnoticed, with its
 * port and its data.
 */
export function stopWithParent(): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS);
  timer.unref();
}
