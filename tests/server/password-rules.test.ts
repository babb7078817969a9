import { expect, it } from 'vitest';
import { dictionary } from '@zxcvbn-ts/language-common';
import { passwordProblem, type OwnWords } from '#server/lib/password-rules.ts';

const own: OwnWords = {
  email: 'bounmy.k@example.com',
  names: ['Bounmy', 'ໄຊຍະວົງ'],
  phone: '+8562055667788',
  places: ['Vientiane Star', 'ໂຮງຮຽນດາວ'],
};

it.each([
  ['password123', 'passwordCommon'],
  ['P@ssw0rd2026!', 'passwordCommon'],
  ['1234567890', 'passwordCommon'],
  ['qwertyuiop', 'passwordCommon'],
  ['Manchester1', 'passwordCommon'],
  ['aaaaaaaaaaaa', 'passwordRepeated'],
  ['Abcabcabcabc', 'passwordRepeated'],
  ['BranchDesk#77', 'passwordOwnWord'],
  ['my b0unmy sings', 'passwordOwnWord'],
  ['ໄຊຍະວົງ ມາແລ້ວ', 'passwordOwnWord'],
  ['call 2055667788', 'passwordOwnWord'],
  ['020 5566 7788', 'passwordOwnWord'],
  ['+8562055667788', 'passwordOwnWord'],
  ['55667788 my home', 'passwordOwnWord'],
  ['vientiane-star-9', 'passwordOwnWord'],
])('refuses %s: %s', async (password, problem) => {
  expect(await passwordProblem(password, own)).toBe(problem);
});

it.each(['a garden behind the temple', 'ຝົນຕົກຕອນແລງທີ່ທ່າເດື່ອ', 'star of the morning', 'xK9!mmq2vLs'])(
  'takes %s',
  async (password) => {
    expect(await passwordProblem(password, own)).toBeUndefined();
  },
);

it('refuses 2,000 of the common ones, as they stand and with a year behind', async () => {
  const list = dictionary['passwords-common'].map(String).filter((word) => word.length >= 8);
  const some = list.filter((_word, at) => at % Math.floor(list.length / 2000) === 0);
  for (const word of some)
    for (const typed of /[a-z]$/i.test(word) ? [word, `${word.toUpperCase()}2026!`] : [word])
      expect(await passwordProblem(typed, own), typed).toMatch(/^password/);
});
