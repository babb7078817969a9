/**
 * True if the app's page answers a visit to `path`. The server has the same rule: it excludes its
 * API and every path that names a file. Other origins are never answered.
 */
export function isAppPage({ origin, pathname }: URL, ownOrigin: string): boolean {
  return origin === ownOrigin && !/^\/api(\/|$)/.test(pathname) && !pathname.includes('.');
}
