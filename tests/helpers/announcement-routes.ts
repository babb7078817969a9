import type { ApiRoute } from './api-routes.ts';

/** Routes of what the centre tells its people, and of finding anything. */
export const announcementRoutes: ApiRoute[] = [
  { method: 'GET', path: '/announcements', action: 'announcements:read' },
  { method: 'GET', path: '/announcements/:id', action: 'announcements:read' },
  { method: 'POST', path: '/announcements', action: 'announcements:write' },
  { method: 'PUT', path: '/announcements/:id', action: 'announcements:write' },
  { method: 'GET', path: '/announcements/mine', action: 'announcements:read' },
  { method: 'POST', path: '/announcements/read', action: 'announcements:read' },
  { method: 'GET', path: '/announcements/audience', action: 'announcements:write' },
  { method: 'GET', path: '/announcements/:id/receipts', action: 'announcements:write' },
  { method: 'POST', path: '/announcement-files', action: 'announcements:write' },
  { method: 'GET', path: '/announcement-files/:id', action: 'announcements:read' },
  { method: 'GET', path: '/find', query: '?q=vong', action: 'find:read' },
];
