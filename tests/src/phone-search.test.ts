import { expect, test, vi } from 'vitest';
import type { DeskLookupRow } from '#contract/desk/desk.ts';
import { searchableText } from '#contract/words/search-words.ts';
import { arrange } from '#src/lib/text/arrange.ts';
import { PARTS_OF_PHONE, WRITTEN_PHONES } from '#tests/helpers/written-phones.ts';

// The module of the copies asks the browser at once whether it is online.
vi.stubGlobal('navigator', { onLine: true });
const { findPeople } = await import('#src/features/desk/offline/offline-lookup.ts');
const { peopleCopy } = await import('#src/features/desk/offline/copies.ts');
const { queryClient } = await import('#src/lib/request/query-client.ts');
const { listKey } = await import('#src/lib/request/resource.ts');

const BRANCH = '01900000-0000-7000-8000-000000000001';
const person = (_id: string, firstName: string, phone: string, guardians = ''): DeskLookupRow => ({
  _id,
  firstName,
  lastName: 'Vong',
  firstNameEn: '',
  lastNameEn: '',
  nickname: '',
  studentCode: `ST-26-00000${_id}`,
  dateOfBirth: null,
  priceCategory: '',
  phone,
  guardians,
  payer: null,
  owedLAK: 0,
  places: [],
  nextCourseId: null,
  courseCode: '',
  firstTermOn: null,
});
const guardian = (name: string, phone: string) => `${name.toLowerCase()} ${searchableText(phone)}`;
const rows = [
  person('1', 'Aachild', '', guardian('Zsomphone', '+8562055512345')),
  person('2', 'Zsomphone', '', guardian('Bounmy', '+8562023455551')),
  person('3', 'Child', ''),
];
queryClient.setQueryData(listKey(peopleCopy(BRANCH)), { rows, total: rows.length });
const idsOf = async (search: string) =>
  (await findPeople(search, BRANCH))?.people.map(({ _id }) => _id);

test.each([...WRITTEN_PHONES, ...PARTS_OF_PHONE])(
  'a desk without a network finds one family by %j',
  async (written) => {
    expect((await idsOf(written))?.[0]).toBe('1');
    if (WRITTEN_PHONES.includes(written as (typeof WRITTEN_PHONES)[number]))
      expect(await idsOf(written)).toEqual(['1']);
  },
);

test.each(WRITTEN_PHONES)('a list on the device finds one row by %j', (written) => {
  const found = arrange([{ phone: '+8562055512345' }, { phone: '+8562023455551' }], {
    search: written,
    searchIn: ['phone'],
    sort: undefined,
  });
  expect(found).toEqual([{ phone: '+8562055512345' }]);
});

test('a name that begins with the text comes before one that has it within', async () => {
  expect(await idsOf('child')).toEqual(['3', '1']);
});

test('a student of the name comes before one whose father has it', async () => {
  expect(await idsOf('zsomphone')).toEqual(['2', '1']);
});
