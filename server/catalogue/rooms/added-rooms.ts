import { rooms, type RoomInput } from '#contract/courses/rooms.ts';
import type { Tx } from '#server/db/client.ts';
import {
  addRecords,
  changeRecord,
  removeRecords,
  type RecordChange,
} from '#server/lib/added-rows.ts';
import type { Writer } from '#server/lib/writer.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';

export const addRooms = (writer: Writer, rows: readonly (RoomInput & { _id: string })[]) =>
  addRecords(writer, roomTable, rooms, rows);

/** Changes fields of a room; gives its version. */
export const changeMovedRoom = (writer: Writer, _id: string, change: RecordChange) =>
  changeRecord(writer, roomTable, rooms, _id, change);

export const removeRooms = (tx: Tx, ids: readonly string[]) => removeRecords(tx, roomTable, ids);
