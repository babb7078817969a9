import { homePath } from '#src/lib/paths.ts';
import { screens, type Screen } from './routes.tsx';

// No route has a parameter, so an address is looked up rather than matched against sixty patterns
// for every menu item.
const byPath = new Map(screens.map((screen) => [screen.path.toLowerCase(), screen]));

/**
 * The screen at an address, if there is one. Like the router, it ignores capitals and a slash at
 * the end.
 */
export function screenAt(address: string): Screen | undefined {
  const [pathname = ''] = address.split(/[?#]/);
  return byPath.get(pathname.toLowerCase().replace(/(?<=.)\/+$/, ''));
}

/**
 * True if `role` may open a screen. Strict (docs/roles.md, "The route guard"): an admin does not
 * pass a route for staff; only a superadmin passes every one.
 */
export function admits({ roles }: Pick<Screen, 'roles'>, role: string): boolean {
  return role === 'superadmin' || roles.length === 0 || roles.some((admitted) => admitted === role);
}

/**
 * The path a person lands on after signing in: the page they asked for if their role may open it,
 * else their home.
 */
export function landingPath(role: string, asked: string | undefined): string {
  const screen = asked === undefined ? undefined : screenAt(asked);
  return asked !== undefined && screen && admits(screen, role) ? asked : homePath(role);
}
