import { expect, it } from 'vitest';
import {
  beginWith,
  birthdayOf,
  problemsOf,
  toMadeFamily,
} from '#src/features/desk/who/typed-family.ts';

const child = {
  ...beginWith('ນ້ອຍ ວົງສະຫວັນ'),
  gender: 'female' as const,
  birthday: '9/3/15',
  parentFirst: 'ບົວ',
  parentPhone: '020 5551 2345',
};

it('begins with the name that was searched for, or with the phone of the guardian', () => {
  expect(beginWith('ນ້ອຍ ວົງສະຫວັນ')).toMatchObject({
    firstName: 'ນ້ອຍ',
    lastName: 'ວົງສະຫວັນ',
    gender: '',
  });
  expect(beginWith('020 5551 2345')).toMatchObject({ firstName: '', parentPhone: '020 5551 2345' });
});

it('reads a birthday only when it is whole and not in the future', () => {
  expect(birthdayOf(child)).toBe('2015-03-09');
  expect(birthdayOf({ ...child, birthday: '09/03/' })).toBeNull();
  expect(birthdayOf({ ...child, birthday: '09/03/2098' })).toBeNull();
});

it('asks for the gender, and for a guardian of a child', () => {
  expect(problemsOf(child, undefined)).toEqual([]);
  expect(problemsOf({ ...child, gender: '', birthday: '31/02/2015' }, undefined)).toEqual([
    'gender',
    'birthday',
  ]);
  expect(problemsOf({ ...child, parentFirst: '', parentPhone: '12' }, undefined)).toEqual([
    'parentFirst',
    'parentPhone',
  ]);
  expect(
    problemsOf(
      { ...child, birthday: '9/3/1990', parentFirst: '', parentLast: '', parentPhone: '' },
      undefined,
    ),
  ).toEqual([]);
});

it('leaves it to the server who may be here already', () => {
  const made = toMadeFamily(child, { guardianKey: undefined, confirmedDuplicate: false });
  expect(made.student).toMatchObject({
    dateOfBirth: '2015-03-09',
    confirmedDuplicate: false,
    guardians: [{ isPayer: true, parentKey: made.parent?.key }],
  });
  expect(made.parent).toMatchObject({ phone: '+8562055512345', confirmedDuplicate: false });
});
