/** The lines of the news, in their order. */
export const newsItems = ['backups', 'updates', 'statements', 'scans', 'rescue'] as const;
