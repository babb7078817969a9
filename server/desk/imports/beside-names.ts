import { phonesIn, toE164 } from '#contract/people/phone.ts';
import { MAX_GUARDIANS } from '#contract/people/students.ts';
import type { FieldName } from '#server/lib/sheets/headings.ts';
import type { Problems, RowValues } from './import-kind.ts';

/** Columns of names, with the phone of their person. */
const names: readonly (readonly [FieldName, FieldName])[] = [
  ...(['fullName', 'firstName', 'lastName', 'firstNameEn', 'lastNameEn'] as const).map(
    (field) => [field, 'phone'] as const,
  ),
  ...['FirstName', 'LastName'].flatMap((part) =>
    Array.from(
      { length: MAX_GUARDIANS },
      (_one, at) =>
        [`guardian${at + 1}${part}`, `guardian${at + 1}Phone`] as [FieldName, FieldName],
    ),
  ),
];

/** A nickname beside a name, in brackets or double quotes. */
const NICKNAME =
  /\s*(?:[([（【「]([^()[\]（）【】「」]+)[)\]）】」]|["“”„«]([^"“”„«»]+)["“”»])\s*/u;
/** Digits that are long enough for a phone, with the signs that people put between them. */
const LONG_NUMBER =
  /\(\s*\+?[\d໐-໙๐-๙](?:[\s.+/-]*[\d໐-໙๐-๙]){4,}\s*\)|\(?\+?[\d໐-໙๐-๙](?:[\s().+/-]*[\d໐-໙๐-๙]){4,}/u;

/** A note that is a formula stays one, because its row is refused. */
const withNote = (note: string | null | undefined, text: string) =>
  note === null ? null : [note, text].filter(Boolean).join(' · ');
const isLetters = (text: string) => /\p{L}/u.test(text) && !/\p{N}/u.test(text);

/** Takes a phone out of a name; a phone beside another one is a problem of the name. */
function takePhone(values: RowValues, name: FieldName, phone: FieldName): boolean {
  const written = values[name] ?? '';
  const [found] = LONG_NUMBER.exec(written) ?? [];
  if (found === undefined) return true;
  const number = toE164(found);
  const known = phonesIn(values[phone] ?? '');
  if (number === undefined || values[phone] === null) return false;
  if ((values[phone] ?? '') === '') values[phone] = number;
  else if (!known.includes(number)) return false;
  values[name] = written
    .replace(found, ' ')
    .replace(/[([]\s*[)\]]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:/-]+|[\s,;:/-]+$/g, '');
  return true;
}

/** Takes a nickname out of a name: into its own field, else into the note as it was written. */
function takeNickname(values: RowValues, name: FieldName): void {
  const written = values[name] ?? '';
  const [whole = '', inBrackets, quoted] = NICKNAME.exec(written) ?? [];
  const nickname = (inBrackets ?? quoted ?? '').trim();
  const rest = written.replace(whole, ' ').trim();
  if (whole === '' || rest === '' || !isLetters(nickname)) return;
  values[name] = rest;
  if (name.startsWith('guardian')) values.note = withNote(values.note, written);
  else if ((values.nickname ?? '') === '') values.nickname = nickname;
  else if (values.nickname !== nickname) values.note = withNote(values.note, written);
}

/** Takes phones and nicknames out of the names of a row, so that neither becomes a part of them. */
export function takeBesideNames(values: RowValues): Problems {
  const problems: Problems = {};
  for (const [name, phone] of names) {
    if ((values[name] ?? '') === '') continue;
    if (!takePhone(values, name, phone)) problems[name] = 'phoneInName';
    takeNickname(values, name);
  }
  return problems;
}
