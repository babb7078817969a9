/**
 * Fetches a part of the app that nobody waits for. A failed fetch is repeated whenever the network
 * comes back, so that the page works without the part instead of failing.
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
