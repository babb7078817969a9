import type { Chance } from '#server/seed/chance.ts';

// People whose names, phones and addresses can be found in a dump of the database, and the ways in
// which somebody writes them into a text.

export type PersonKind = 'student' | 'guardian';

/** What the records of a person hold; every one of `marks` is found by `marksIn`. */
export type Identity = {
  firstName: string;
  lastName: string;
  firstNameEn: string;
  lastNameEn: string;
  nickname: string;
  phone: string;
  email: string;
  marks: string[];
};

const SURNAMES = [
  ['ວົງສະຫວັນ', 'Vongsavan'],
  ['ແກ້ວມະນີ', 'Keomany'],
  ['ພົມມະຈັນ', 'Phommachan'],
] as const;
const LATIN = 'abcdefghijklmnopqrstuvwxyz';
const LAO = 'ກຂຄງຈສຊຍດຕຖທນບປຜຝພຟມຢລວຫອຮ';

/** Five letters of an alphabet of 26 that stand for a number. */
const letters = (of: string, serial: number) =>
  Array.from({ length: 5 }, (_, at) => of[Math.floor(serial / 26 ** at) % 26]).join('');
/** Eight digits in an order that nobody counts up, so no two numbers are alike. */
const digits = (serial: number) =>
  `77${String((serial * 387_421 + 13_579) % 1e6).padStart(6, '0')}`;

/** The `serial`th person; families share their surnames. */
export function identityOf(serial: number, chance: Chance): Identity {
  const latin = `Zq${letters(LATIN, serial)}`;
  const lao = `ໝໜ${letters(LAO, serial)}`;
  const nick = `Zn${letters(LATIN, serial)}`;
  const [lastName, lastNameEn] = chance.pick(SURNAMES);
  return {
    firstName: lao,
    lastName,
    firstNameEn: latin,
    lastNameEn,
    nickname: nick,
    phone: `+85620${digits(serial)}`,
    email: `${latin.toLowerCase()}@mail.test`,
    marks: [latin, lao, nick, digits(serial)].map((mark) => mark.toLowerCase()),
  };
}

/** Every mark of somebody in a text, in small letters. */
export function marksIn(text: string): string[] {
  const line = text.toLowerCase();
  const phones = line.replaceAll(/(?<=\d)[ -](?=\d)/g, '').matchAll(/20(77\d{6})/g);
  return [
    ...[...line.matchAll(/z[qn][a-z]{5}|ໝໜ[\u0E81-\u0EAE]{5}/g)].map(([mark]) => mark),
    ...[...phones].map(([, mark]) => String(mark)),
  ];
}

const anyCase = (text: string, chance: Chance) =>
  chance.pick([text, text, text.toLowerCase(), text.toUpperCase()]);

/** The person as anybody may write them anywhere: by the whole name, the phone or the address. */
export function mentionOf(one: Identity, kind: PersonKind, chance: Chance): string {
  const [front, middle, end] = [one.phone.slice(6, 8), one.phone.slice(8, 10), one.phone.slice(10)];
  const phone = chance.pick([
    one.phone,
    `020 ${front}${middle} ${end}`,
    `020-${front}${middle}-${end}`,
    `020${front}${middle}${end}`,
    `20 ${front}${middle} ${end}`,
  ]);
  const lao = `${one.firstName} ${one.lastName}`;
  const latin = kind === 'student' ? anyCase(`${one.firstNameEn} ${one.lastNameEn}`, chance) : lao;
  const said = chance.pick([lao, latin, phone, anyCase(one.email, chance)]);
  return chance.pick([`Asked by ${said}`, `${said} (again)`, `ໂທຫາ ${said}`, said]);
}

/** The person as somebody writes them into a row that is theirs: a first name says enough there. */
export function ownMentionOf(one: Identity, kind: PersonKind, chance: Chance): string {
  if (chance.percent(50)) return mentionOf(one, kind, chance);
  const names =
    kind === 'student' ? [one.firstName, one.firstNameEn, one.nickname] : [one.firstName];
  return chance.pick([`For ${chance.pick(names)} only`, `${chance.pick(names)}: later`]);
}
