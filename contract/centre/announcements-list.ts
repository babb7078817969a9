import type { Announcement } from './announcements.ts';
import { listOf } from '#contract/list-of.ts';

export const announcementsList = listOf<Announcement>()({
  name: 'announcements',
  sort: ['publishFrom', 'createdAt'],
  search: ['titleLo', 'titleEn', 'bodyLo', 'bodyEn'],
  cache: 'all',
});
