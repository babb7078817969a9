import type { Room } from './rooms.ts';
import { listOf } from '#contract/list-of.ts';

export const rooms = listOf<Room>()({
  name: 'rooms',
  sort: ['name', 'capacity', 'createdAt'],
  search: ['name', 'equipment'],
  cache: 'all',
});
