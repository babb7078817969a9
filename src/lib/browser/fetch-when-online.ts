/**
 * Fetches a part of the app that nobody waits for. While it cannot be fetched it is tried again
 * whenever the network comes back, so that a page goes on without it instead of failing.
 */
export async function fetchWhenOnline<T>(part: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await part();
    } catch {
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    }
  }
}
