import { expect, it } from 'vitest';
import { personName } from '#src/lib/text/person-name.ts';

const noy = { firstName: 'ນ້ອຍ', lastName: 'ວົງສະຫວັນ' };

it.each([
  ['en', { firstNameEn: 'Noy', lastNameEn: 'Vongsavanh' }, 'Noy Vongsavanh'],
  ['lo', { firstNameEn: 'Noy', lastNameEn: 'Vongsavanh' }, 'ນ້ອຍ ວົງສະຫວັນ'],
  ['en', { firstNameEn: 'Noy', lastNameEn: '' }, 'ນ້ອຍ ວົງສະຫວັນ'],
  ['en', {}, 'ນ້ອຍ ວົງສະຫວັນ'],
] as const)('names a person in %s, with %o', (language, latin, name) => {
  expect(personName({ ...noy, ...latin }, language)).toBe(name);
});
