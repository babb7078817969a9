/** The names of months come from the device, so that they cost no bytes. */
const LANGUAGES = ['lo', 'th'];
const ENGLISH = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

const keyOf = (name: string) =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/^ເດືອນ|[. ]/g, '');

let known: Map<string, number> | undefined;

/** Lao and Thai names, in full and short. */
function foreignNames(): Map<string, number> {
  const names = new Map<string, number>();
  for (const language of LANGUAGES)
    for (const month of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
      for (const at of ENGLISH.keys())
        names.set(keyOf(format.format(Date.UTC(2000, at, 15))), at + 1);
    }
  return names;
}

/** The month 1 to 12 that a name means, in English, Lao or Thai, in full or short. */
export function monthNamed(name: string): number | undefined {
  const key = keyOf(name);
  const english = key.length < 3 ? -1 : ENGLISH.findIndex((month) => month.startsWith(key));
  if (english >= 0 || key === 'sept') return english < 0 ? 9 : english + 1;
  known ??= foreignNames();
  return known.get(key);
}
