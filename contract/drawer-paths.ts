/**
 * Apart from their rows, so that a list of payments does not load the checks of all that a drawer
 * may be told.
 */
export const drawers = {
  name: 'drawers',
  path: '/drawers',
  read: 'drawers:read',
  write: 'drawers:write',
} as const;
export const shifts = { path: '/shifts' } as const;
