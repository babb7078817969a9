import { UPDATE_RELOAD_KEY } from '#src/lib/browser/storage-keys.ts';

/** Whatever goes wrong with an update: a tab that has just reloaded itself does not do so again. */
const NOT_AGAIN_MS = 15_000;

/** Reloads although a form says that it is unsaved: what is in it is safe in its draft. */
export function reloadPage(): void {
  // Capturing, so that the form's own question is never reached.
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), {
    capture: true,
  });
  window.location.reload();
}

/** Reloads into the new version, unless this tab has just done so; `false` if it has. */
export function reloadIntoUpdate(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(UPDATE_RELOAD_KEY)) < NOT_AGAIN_MS) return false;
    sessionStorage.setItem(UPDATE_RELOAD_KEY, String(Date.now()));
  } catch {
    // Without storage a loop of reloads could not be noticed, so the person reloads and not the
    // page.
    return false;
  }
  reloadPage();
  return true;
}
