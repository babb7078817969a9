import { branchInput, type BranchInput } from '#contract/centre/branches.ts';
import { roomInput, type RoomInput } from '#contract/courses/rooms.ts';
import type { ProvinceCode } from '#contract/people/provinces.ts';
import {
  addBranches,
  changeMovedBranch,
  removeBranches,
} from '#server/centre/branches/added-branches.ts';
import { addRooms, changeMovedRoom, removeRooms } from '#server/catalogue/rooms/added-rooms.ts';
import { choiceWord, provinceWords } from '#server/lib/sheets/choice-words.ts';
import { parseChoice } from '#server/lib/sheets/parse-values.ts';
import { byFields } from '#server/desk/moving-in/changed-fields.ts';
import {
  afterFields,
  changedFields,
  saidText,
  type KnownRecord,
} from '#server/desk/moving-in/known-fields.ts';
import type { KnownRecords } from '#server/desk/moving-in/known-records.ts';
import { rowTwice, type MovingRowCheck } from '#server/desk/moving-in/row-check.ts';
import { parsed, type MovingInput, type MovingKind } from './moving-kind.ts';

const LAO = /[\u0E80-\u0EFF][\u0E80-\u0EFF\s]*/u;

/** A name in two languages in one cell. */
function namesIn(text: string) {
  const lao = LAO.exec(text)?.[0].trim() ?? '';
  return { lao, latin: text.replace(LAO, '').trim() };
}

/** The same of a new branch; one language alone is both. */
function bothNames(text: string) {
  const { lao, latin } = namesIn(text);
  return { branchName: latin === '' ? text : latin, branchNameLo: lao };
}

const shownNames = ({ branchName, branchNameLo }: KnownRecord) =>
  [...new Set([branchName, branchNameLo])].filter(Boolean).join(' ');

/** What a row changes of a branch that is there; its code is what finds it. */
function branchFields(row: MovingRowCheck, known: KnownRecords, record: KnownRecord) {
  const { lao, latin } = namesIn(row.text('branchName'));
  const province = parseChoice(row.text('provinceCode'), provinceWords, 'en');
  const code = 'value' in province ? province.value : null;
  const shown = (value: unknown) =>
    choiceWord(provinceWords, value as ProvinceCode | null, known.language);
  const said = changedFields(row, record, branchInput.shape, [
    { column: 'branchName', field: 'branchName', value: latin || undefined },
    { column: 'branchName', field: 'branchNameLo', value: lao || undefined },
    { column: 'provinceCode', field: 'provinceCode', value: code ?? undefined, shown },
    ...(['district', 'village', 'phone'] as const).map((field) => ({
      column: field,
      field,
      value: saidText(row, field),
    })),
  ]);
  const after = afterFields(record, said.fields);
  if (said.changes['branchName'])
    said.changes['branchName'] = [shownNames(record), shownNames(after)];
  return { ...said, after };
}

const rowsOf = <Input>(rows: readonly MovingInput[]) =>
  rows.map(({ _id, input }) => ({ ...(input as Input), _id }));

export const branchKind: MovingKind = {
  check(row, known) {
    const code = row.needed('branchCode').toUpperCase();
    const name = row.needed('branchName');
    const province = parseChoice(row.text('provinceCode'), provinceWords, 'en');
    if ('error' in province) row.fail('provinceCode', province.error);
    const found = known.names.find('branch', code);
    const isThere = 'thing' in found && found.thing.label === code;
    const input = isThere
      ? undefined
      : parsed(
          row,
          branchInput,
          {
            code,
            ...bothNames(name),
            district: row.text('district'),
            village: row.text('village'),
            phone: row.text('phone'),
            provinceCode: 'value' in province ? province.value : null,
          },
          { code: 'branchCode' },
        );
    const key = `branches ${code}`;
    const twice = known.seen.get(key);
    if (twice !== undefined) return rowTwice(name, 'branchCode', twice);
    known.seen.set(key, row.number);
    const recordId = isThere ? found.id : row.id;
    const record = isThere ? known.things.records.get(recordId) : undefined;
    if (isThere && record) {
      const { fields, changes, after } = branchFields(row, known, record);
      known.provinces.set(recordId, after['provinceCode'] as ProvinceCode);
      if (changes['branchName'])
        known.names.add('branch', found.thing, [], Object.values(bothNames(name)));
      return row.result(`${code} ${name}`, { recordId, changes, input: { fields } });
    }
    if (!isThere) {
      const { branchName, branchNameLo } = bothNames(name);
      const thing = { id: recordId, label: code, isBroken: row.isBroken };
      if (input) known.provinces.set(recordId, input.provinceCode);
      known.names.add('branch', thing, [code], [branchName, branchNameLo, name]);
    }
    return row.result(`${code} ${name}`, { recordId, input: input ?? null });
  },
  write: async (writer, rows) => {
    await addBranches(writer, rowsOf<BranchInput>(rows));
    return undefined;
  },
  remove: removeBranches,
  ...byFields('branches', changeMovedBranch),
};

export const roomKind: MovingKind = {
  check(row, known) {
    const name = row.needed('room');
    const branch = row.branch('branch');
    const seats = row.whole('seats');
    if (seats === null) row.needed('seats');
    const key = `rooms ${branch?.id} ${name.toLowerCase()}`;
    const twice = known.seen.get(key);
    if (twice !== undefined) return rowTwice(name, 'room', twice);
    known.seen.set(key, row.number);
    const there = known.names
      .all('room')
      .find(
        (room) => room.branchId === branch?.id && room.label.toLowerCase() === name.toLowerCase(),
      );
    const input =
      there || !branch || seats === null
        ? undefined
        : parsed(
            row,
            roomInput,
            { branchId: branch.id, name, capacity: seats },
            {
              capacity: 'seats',
              name: 'room',
            },
          );
    const recordId = there?.id ?? row.id;
    if (!there && branch) {
      const thing = { id: recordId, label: name, branchId: branch.id, isBroken: row.isBroken };
      known.names.add('room', thing, [name]);
    }
    const record = known.things.records.get(there?.id ?? '');
    if (there && branch && record) {
      const { fields, changes } = changedFields(row, record, roomInput.shape, [
        { column: 'seats', field: 'capacity', value: seats ?? undefined },
      ]);
      return row.result(name, { recordId, changes, input: { branchId: branch.id, fields } });
    }
    return row.result(name, { recordId, input: input ?? null });
  },
  write: async (writer, rows) => {
    await addRooms(writer, rowsOf<RoomInput>(rows));
    return undefined;
  },
  remove: removeRooms,
  ...byFields('rooms', changeMovedRoom),
};
