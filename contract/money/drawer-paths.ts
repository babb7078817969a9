/** In a file of its own, so that a list of payments does not load the schemas of drawers. */
export const drawers = {
  name: 'drawers',
  path: '/drawers',
  read: 'drawers:read',
  write: 'drawers:write',
} as const;
export const shifts = { path: '/shifts' } as const;
