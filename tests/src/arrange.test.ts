import { expect, test } from 'vitest';
import { arrange } from '#src/lib/text/arrange.ts';

const rows = [
  { name: 'Pakse', nameLo: 'ສາຂາປາກເຊ', phone: '+8562055550303', seats: 9 },
  { name: 'Luang Prabang', nameLo: 'ສາຂາຫຼວງພະບາງ', phone: '+8562055550202', seats: 10 },
  { name: 'annex 10', nameLo: '', phone: '', seats: 2 },
  { name: 'annex 9', nameLo: '', phone: '', seats: 2 },
];
const found = (search: string, sort?: string) =>
  arrange(rows, { search, searchIn: ['name', 'nameLo', 'phone'], sort }).map(({ name }) => name);

test.each([
  ['', ['Pakse', 'Luang Prabang', 'annex 10', 'annex 9']],
  ['  PAK ', ['Pakse']],
  ['prabang luang', ['Luang Prabang']],
  ['ຫລວງ', ['Luang Prabang']],
  ['ປາກເຊ', ['Pakse']],
  ['0202', ['Luang Prabang']],
  ['020 5555 0303', ['Pakse']],
  ['02055550303', ['Pakse']],
  ['+85620', ['Pakse', 'Luang Prabang']],
  ['9', ['annex 9']],
  ['pakse 0202', []],
])('%j finds %j', (search, names) => expect(found(search)).toEqual(names));

test.each([
  ['name', ['annex 9', 'annex 10', 'Luang Prabang', 'Pakse']],
  ['-name', ['Pakse', 'Luang Prabang', 'annex 10', 'annex 9']],
  ['seats', ['annex 10', 'annex 9', 'Pakse', 'Luang Prabang']],
  ['-seats', ['Luang Prabang', 'Pakse', 'annex 10', 'annex 9']],
])('sorted by %s', (sort, names) => expect(found('', sort)).toEqual(names));

test('the rows that came are left as they were', () => {
  const before = [...rows];
  found('', 'name');
  expect(rows).toEqual(before);
});

test.each([
  [{ name: 'Pakse' }, ['Pakse']],
  [{ seats: '9,10' }, ['Pakse', 'Luang Prabang']],
  [{ tags: 'old' }, ['annex 10']],
  [{ dayFrom: '2026-02-01', dayTo: '2026-03-01' }, ['Luang Prabang', 'annex 10']],
  [{ nothingOfTheRow: 'x' }, ['Pakse', 'Luang Prabang', 'annex 10', 'annex 9']],
])('filters %j keep %j', (filters, names) => {
  const days = ['2026-01-31', '2026-02-01', '2026-03-01', '2026-03-02'];
  const dated = rows.map((row, at) => ({
    ...row,
    day: days[at],
    tags: at === 2 ? ['old', 'wide'] : [],
  }));
  expect(
    arrange(dated, { search: '', searchIn: [], sort: undefined, filters }).map(({ name }) => name),
  ).toEqual(names);
});
