import * as z from 'zod/mini';
import { roomsList } from './rooms-list.ts';
import { id, name, optionalText, timestamp, version } from '#contract/fields.ts';
import { resource } from '#contract/resource.ts';

export const roomInput = z.object({
  branchId: id,
  name,
  /** The number of seats. */
  capacity: z.int().check(z.gte(1), z.lte(1000)),
  equipment: optionalText(200),
  active: z._default(z.boolean(), true),
});

export const room = z.extend(roomInput, {
  _id: id,
  version,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const rooms = resource(roomsList, { row: room, input: roomInput });

export type Room = z.output<typeof room>;
export type RoomInput = z.output<typeof roomInput>;
