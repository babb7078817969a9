import { useStore } from '#src/lib/store.ts';
import { showToast } from '#src/lib/toast.ts';
import styles from './scan.module.css';

const SHOWN_MS = 8000;

/** The dialog in front of everything; the focus is in it, unless nothing has the focus. */
export function topModal(): HTMLDialogElement | undefined {
  const focused = document.activeElement?.closest<HTMLDialogElement>('dialog:modal');
  return focused ?? [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1);
}

/** True while the whole page waits for a write. */
export const isSaving = (): boolean => useStore.getState().loading.isLoading;

/**
 * Says what became of a scan, as a toast. A dialog covers toasts and silences them for screen
 * readers, so it gets the notice itself.
 */
export function tellScan(text: string): void {
  const modal = topModal();
  if (!modal || isSaving()) return showToast('error', text);
  for (const old of modal.querySelectorAll(`.${styles.notice}`)) old.remove();
  const notice = document.createElement('p');
  notice.className = styles.notice ?? '';
  notice.setAttribute('role', 'alert');
  notice.textContent = text;
  modal.append(notice);
  setTimeout(() => notice.remove(), SHOWN_MS);
  return undefined;
}
