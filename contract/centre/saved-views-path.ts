// The path of saved views without zod, to keep it out of lists.

/**
 * GET `/saved-views`: the user's own views. PUT `/saved-views`: those of one screen, all at once.
 */
export const savedViews = {
  name: 'saved-views',
  path: '/saved-views',
  read: 'own-account:read',
  write: 'own-account:write',
} as const;
