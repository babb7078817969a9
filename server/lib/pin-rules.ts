/** Codes of `contract/server-field-errors.ts`. */
type PinProblem = 'pinCommon' | 'pinOfPhone';

const step = (pin: string, at: number) => (Number(pin[at + 1]) - Number(pin[at]) + 10) % 10;

/** 000000, 123456, 987654, and rows such as 246802: every digit follows from the one before. */
const isRow = (pin: string) =>
  Array.from({ length: pin.length - 1 }, (_, at) => step(pin, at)).every(
    (one, _at, all) => one === all[0],
  );

/** 121212, 123123, 112233 and 111222. */
const isRepeated = (pin: string) =>
  /^(..?.?)\1+$/.test(pin) || /^(?:(.)\1){3}$/.test(pin) || /^(.)\1\1(.)\2\2$/.test(pin);

/** The digits of a day with a year of two digits, in any order that people write. */
function isDay(pin: string): boolean {
  const [one, two, three] = [pin.slice(0, 2), pin.slice(2, 4), pin.slice(4)].map(Number) as [
    number,
    number,
    number,
  ];
  const fits = (day: number, month: number) => day >= 1 && day <= 31 && month >= 1 && month <= 12;
  return fits(one, two) || fits(two, one) || fits(three, two);
}

/**
 * Why a colleague would guess the PIN soon; undefined if none would. Birthdays of accounts are not
 * kept, so no PIN may be a day at all.
 */
export function pinProblem(pin: string, phone: string): PinProblem | undefined {
  if (isRow(pin) || isRepeated(pin) || isDay(pin)) return 'pinCommon';
  return phone.replaceAll(/\D/g, '').includes(pin) ? 'pinOfPhone' : undefined;
}
