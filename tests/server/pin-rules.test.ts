import { expect, it } from 'vitest';
import { pinProblem } from '#server/lib/pin-rules.ts';

it.each(['000000', '123456', '654321', '890123', '246802', '121212', '123123', '112233', '111222'])(
  'refuses %s, which many people choose',
  (pin) => expect(pinProblem(pin, '')).toBe('pinCommon'),
);

it('refuses days of birth and digits of the phone, and takes others', () => {
  for (const day of ['310195', '951231', '123195'])
    expect([day, pinProblem(day, '')]).toEqual([day, 'pinCommon']);
  expect(pinProblem('555498', '+8562055549871')).toBe('pinOfPhone');
  expect(pinProblem('480577', '+8562055549871')).toBeUndefined();
});
