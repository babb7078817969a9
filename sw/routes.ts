/**
 * Whether the app's page answers a visit to `path`: the same rule as the server's, which leaves its
 * API and every path that names a file alone. Another origin is not ours to answer for, whatever
 * the path.
 */
export function isAppPage({ origin, pathname }: URL, ownOrigin: string): boolean {
  return origin === ownOrigin && !/^\/api(\/|$)/.test(pathname) && !pathname.includes('.');
}
