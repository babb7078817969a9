import type { ApiRoute } from './api-routes.ts';

/** Drawers, shifts, days and the safe. */
export const dayRoutes: ApiRoute[] = [
  { method: 'GET', path: '/drawers', action: 'drawers:read' },
  { method: 'POST', path: '/drawers/:id/open', action: 'drawers:write' },
  { method: 'GET', path: '/shifts', action: 'days:read' },
  { method: 'GET', path: '/shifts/:id', action: 'drawers:read' },
  { method: 'POST', path: '/shifts/:id/movements', action: 'drawers:write' },
  { method: 'POST', path: '/shifts/:id/close', action: 'drawers:write' },
  { method: 'POST', path: '/shifts/:id/accept', action: 'drawers:write' },
  { method: 'POST', path: '/shifts/:id/reopen', action: 'drawers:reopen' },
  { method: 'GET', path: '/days', action: 'days:read' },
  { method: 'GET', path: '/days/:day', action: 'days:read' },
  { method: 'POST', path: '/days/:day/close', action: 'days:close' },
  { method: 'POST', path: '/days/:day/reopen', action: 'days:reopen' },
  { method: 'POST', path: '/closings/:id/print', action: 'drawers:write' },
  { method: 'GET', path: '/exchange-rates/:id/payments', action: 'days:read' },
  { method: 'GET', path: '/safe', action: 'safe:read' },
  { method: 'POST', path: '/safe/movements', action: 'safe:write' },
  { method: 'POST', path: '/safe/counts', action: 'safe:write' },
];
