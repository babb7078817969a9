import { apiUrl } from '#src/lib/request/api.ts';
import { queryClient } from '#src/lib/request/query-client.ts';
import { onSuspicion, useServerSilence } from '#src/lib/request/server-reach.ts';

const FIRST_LOOK_AFTER_MS = 30_000;
const LOOK_AT_LEAST_EVERY_MS = 300_000;
/**
 * The app's requests have no time limit, but a check without an answer by now means that the server
 * is silent.
 */
const NO_ANSWER_AFTER_MS = 8000;

let wait = FIRST_LOOK_AFTER_MS;
let timer: ReturnType<typeof setTimeout> | undefined;
let looking = false;

/** Requests something that is never cached; the page of a captive portal is no answer. */
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

/** Schedules the next check. Checks triggered by a request do not change the schedule. */
function lookLater(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    wait = Math.min(wait * 2, LOOK_AT_LEAST_EVERY_MS);
    void look();
  }, wait);
}

/**
 * Checks if the server answers, and notes the result; while it does not, checks again at growing
 * intervals.
 */
async function look(): Promise<void> {
  // While the page is hidden or offline nobody needs the result; `lookAgain` follows when that
  // changes.
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

/** Watches the server from the first suspicion on; lists are refetched once it answers again. */
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
