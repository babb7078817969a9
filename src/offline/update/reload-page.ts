import { UPDATE_RELOAD_KEY } from '#src/lib/browser/storage-keys.ts';

/** Prevents reload loops: a tab that has just reloaded itself does not do so again. */
const NOT_AGAIN_MS = 15_000;

/** Reloads although a form reports unsaved work, because that is safe in its draft. */
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
    // Without storage a reload loop could not be noticed, so the person has to reload.
    return false;
  }
  reloadPage();
  return true;
}
