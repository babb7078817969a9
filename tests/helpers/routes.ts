import diagnostics from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify';
import { can, roles, type Action } from '#contract/roles.ts';

export type ServedRoute = { method: string; path: string; action: Action | undefined };

/** The table of all routes, which `tests/server/access.test.ts` compares with the server. */
export const ROUTES_FILE = 'tests/server/routes.txt';

const ANY_ID = '01890000-0000-7000-8000-000000000000';

/**
 * Runs `start` and returns its result with every route under `/api` of the server that it builds.
 * Fastify announces each new instance before any route is added to it, so the server needs no door
 * for its tests.
 */
export async function withRoutes<Result>(
  start: () => Promise<Result>,
): Promise<{ result: Result; routes: ServedRoute[] }> {
  const added: RouteOptions[] = [];
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (route) => void added.push(route));
  };
  diagnostics.subscribe('fastify.initialization', listen);
  const result = await start();
  diagnostics.unsubscribe('fastify.initialization', listen);
  // The rules are read at the end, because a plugin may add them to its routes after this hook.
  const routes = added
    .filter(({ url }) => url.startsWith('/api'))
    .flatMap(({ method, url, config }) =>
      [method]
        .flat()
        // Fastify adds HEAD to every GET.
        .filter((one) => one !== 'HEAD')
        .map((one) => ({
          method: one,
          path: url.replace('/api', ''),
          action: (config as FastifyContextConfig | undefined)?.action,
        })),
    );
  return { result, routes };
}

/** One line for each route: method, path, action, and the roles that may call it. */
export function routeTable(routes: ServedRoute[]): string {
  const rows = routes.map(({ method, path, action }) => [
    method,
    path,
    action ?? 'public',
    action === undefined
      ? 'everybody'
      : [...roles].filter((role) => can({ role }, action)).join(', '),
  ]);
  const widths = [0, 1, 2].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows
    .toSorted(([, one = ''], [, other = '']) => (one < other ? -1 : Number(one > other)))
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** The routes as the table lists them; for tests that need all of them before a server starts. */
export function listedRoutes(): { method: 'GET' | 'POST' | 'PUT'; path: string }[] {
  return readFileSync(ROUTES_FILE, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [method = '', path = ''] = line.split(/ +/);
      return { method: method as 'GET' | 'POST' | 'PUT', path };
    });
}

/** The address of a route with an id that no record has in every place for one. */
export const addressOf = (path: string) => path.replaceAll(/:\w+/g, ANY_ID);
