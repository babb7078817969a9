import type { Action } from '#contract/roles.ts';

export type ApiRoute = { method: 'GET' | 'POST' | 'PUT'; path: string; action?: Action };

/** Every route under `/api` with its rule, written down once more so that a change of one is a change of two. */
export const apiRoutes: ApiRoute[] = [
  { method: 'POST', path: '/auth/login' },
  { method: 'POST', path: '/auth/logout', action: 'own-account:write' },
  { method: 'POST', path: '/auth/unlock', action: 'own-account:write' },
  { method: 'GET', path: '/auth/me', action: 'own-account:read' },
  { method: 'GET', path: '/auth/draft-key', action: 'own-account:read' },
  { method: 'POST', path: '/auth/users/change-password', action: 'own-account:write' },
  { method: 'POST', path: '/idempotency-keys/:id/settle', action: 'own-account:write' },
  { method: 'GET', path: '/setup' },
  { method: 'POST', path: '/setup' },
  { method: 'GET', path: '/branches', action: 'branches:read' },
  { method: 'GET', path: '/branches/:id', action: 'branches:read' },
  { method: 'POST', path: '/branches', action: 'branches:write' },
  { method: 'PUT', path: '/branches/:id', action: 'branches:write' },
  { method: 'GET', path: '/exchange-rates', action: 'exchange-rates:read' },
  { method: 'POST', path: '/exchange-rates', action: 'exchange-rates:write' },
  { method: 'GET', path: '/school-info', action: 'school-info:read' },
  { method: 'PUT', path: '/school-info', action: 'school-info:write' },
  { method: 'GET', path: '/school-info/public' },
  { method: 'GET', path: '/school-info/logo' },
  { method: 'GET', path: '/students/export', action: 'students:read' },
  { method: 'GET', path: '/parents/export', action: 'parents:read' },
  { method: 'GET', path: '/teachers/export', action: 'teachers:read' },
  { method: 'GET', path: '/students', action: 'students:read' },
  { method: 'GET', path: '/parents', action: 'parents:read' },
  { method: 'POST', path: '/files', action: 'files:write' },
  { method: 'GET', path: '/files/:id', action: 'files:read' },
  { method: 'GET', path: '/health' },
];
