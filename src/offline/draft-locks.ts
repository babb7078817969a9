/** A page that was just closed may need a moment until the browser has let go of what it held. */
const WAIT_MS = 500;

const held = new Map<string, () => void>();

/**
 * Takes a draft for this page, for as long as it lives; `false` while another page works on it. A crash lets go of it.
 */
export function holdDraft(id: string): Promise<boolean> {
  const locks = navigator.locks as LockManager | undefined;
  if (held.has(id) || !locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const untilReleased = () => {
      resolve(true);
      return new Promise<void>((release) => held.set(id, release));
    };
    locks.request(`draft:${id}`, { signal: AbortSignal.timeout(WAIT_MS) }, untilReleased).catch(() => resolve(false));
  });
}

export function releaseDraft(id: string): void {
  held.get(id)?.();
  held.delete(id);
}
