import { expect, it } from 'vitest';
import { payerNameIn, personName } from '#src/lib/text/person-name.ts';

const noy = { firstName: 'ນ້ອຍ', lastName: 'ວົງສະຫວັນ' };

it.each([
  ['en', { firstNameEn: 'Noy', lastNameEn: 'Vongsavanh' }, 'Noy Vongsavanh'],
  ['lo', { firstNameEn: 'Noy', lastNameEn: 'Vongsavanh' }, 'ນ້ອຍ ວົງສະຫວັນ'],
  ['en', { firstNameEn: 'Noy', lastNameEn: '' }, 'ນ້ອຍ ວົງສະຫວັນ'],
  ['en', {}, 'ນ້ອຍ ວົງສະຫວັນ'],
] as const)('names a person in %s, with %o', (language, latin, name) => {
  expect(personName({ ...noy, ...latin }, language)).toBe(name);
});

it.each([
  ['en', { payerName: 'ດາລາ', payerNameEn: 'Dala' }, 'Dala'],
  ['lo', { payerName: 'ດາລາ', payerNameEn: 'Dala' }, 'ດາລາ'],
  ['en', { payerName: 'ນາງ ຄຳ', payerNameEn: '' }, 'ນາງ ຄຳ'],
  ['en', { payerName: 'ນາງ ຄຳ' }, 'ນາງ ຄຳ'],
] as const)('names a payer in %s by the same rule, with %o', (language, payer, name) => {
  expect(payerNameIn(payer, language)).toBe(name);
});
