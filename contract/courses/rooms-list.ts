import type { Room } from './rooms.ts';
import { listOf } from '#contract/list-of.ts';

export const roomsList = listOf<Room>()({
  name: 'rooms',
  sort: ['name', 'capacity', 'createdAt'],
  search: ['name', 'equipment'],
  cache: 'all',
});
