import { apiUrl } from '#src/lib/request/api.ts';
import { queryClient } from '#src/lib/request/query-client.ts';
import { onSuspicion, useServerSilence } from '#src/lib/request/server-reach.ts';

const FIRST_LOOK_AFTER_MS = 30_000;
const LOOK_AT_LEAST_EVERY_MS = 300_000;
/**
 * Requests of the app have no time limit; a look that got no answer by now is itself the answer.
 */
const NO_ANSWER_AFTER_MS = 8000;

let wait = FIRST_LOOK_AFTER_MS;
let timer: ReturnType<typeof setTimeout> | undefined;
let looking = false;

/** Asks for something nobody keeps; a login portal's page is no answer. */
async function serverAnswers(): Promise<boolean> {
  try {
    const response = await fetch(apiUrl('/health'), {
      cache: 'no-store',
      signal: AbortSignal.timeout(NO_ANSWER_AFTER_MS),
    });
    const { status } = (await response.json()) as { status?: unknown };
    return status === 'ok';
  } catch {
    return false;
  }
}

/** Looks again by itself. Looks that somebody's request gave rise to leave the waiting as it is. */
function lookLater(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    wait = Math.min(wait * 2, LOOK_AT_LEAST_EVERY_MS);
    void look();
  }, wait);
}

/**
 * Looks whether the server answers and says so; while it does not, looks again, less and less
 * often.
 */
async function look(): Promise<void> {
  // Nobody sees the line, or the red one says it all: when that changes, `lookAgain` is called.
  if (looking || document.hidden || !navigator.onLine) return;
  looking = true;
  const silent = !(await serverAnswers());
  looking = false;
  useServerSilence.setState({ silent: silent && navigator.onLine });
  if (silent) lookLater();
}

function lookAgain(): void {
  if (!useServerSilence.getState().silent) return;
  if (navigator.onLine) void look();
  else useServerSilence.setState({ silent: false });
}

/**
 * Watches, from the first suspicion on, whether the server answers; lists ask again once it does.
 */
export function watchServer(): void {
  onSuspicion(() => void look());
  useServerSilence.subscribe(({ silent }, before) => {
    if (silent || !before.silent) return;
    clearTimeout(timer);
    timer = undefined;
    wait = FIRST_LOOK_AFTER_MS;
    if (navigator.onLine) void queryClient.invalidateQueries();
  });
  document.addEventListener('visibilitychange', lookAgain);
  window.addEventListener('offline', lookAgain);
}
