import { keptPhone } from '#contract/people/kept-phone.ts';
import { formatPhone } from '#contract/people/phone.ts';

// A copy holds less than the server answers: docs/offline.md, "What the device keeps".

const E164 = /^\+\d{8,15}$/;
const YEAR_LENGTH = 4;
/** The numbers of branches hang on the door of the centre. */
const PUBLIC_LIST = 'branches';
const PUBLIC_FIELD = 'branchPhone';

/** A search text, where each number stands in all forms in which people write it. */
function reduceText(text: string): string {
  let reduced = text;
  for (const [phone] of text.matchAll(/\+\d{8,15}/g)) {
    const local = formatPhone(phone);
    for (const form of [phone, local, local.replaceAll(' ', '')])
      reduced = reduced.replaceAll(form, keptPhone(phone));
  }
  return reduced;
}

function reduceString(text: string, field: string): string {
  if (field === PUBLIC_FIELD) return text;
  if (E164.test(text) || /phone/i.test(field)) return keptPhone(text);
  if (field === 'dateOfBirth') return text.slice(0, YEAR_LENGTH);
  if (field === 'guardians') return reduceText(text);
  // The guardian to call first, who may be another one than the payer.
  return field === 'guardian' ? '' : text;
}

const isPayer = (guardian: unknown) =>
  typeof guardian === 'object' &&
  guardian !== null &&
  'isPayer' in guardian &&
  guardian.isPayer === true;

/** The value as a device keeps it; the same one if it has nothing to leave out. */
function reduce(value: unknown, field: string): unknown {
  if (typeof value === 'string') return reduceString(value, field);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const kept: unknown[] = field === 'guardians' ? value.filter(isPayer) : value;
    const parts = kept.map((part) => reduce(part, ''));
    return parts.length === value.length && parts.every((part, at) => part === value[at])
      ? (value as unknown)
      : parts;
  }
  let isSame = true;
  const entries = Object.entries(value).map(([name, part]: [string, unknown]) => {
    const less = reduce(part, name);
    isSame &&= less === part;
    return [name, less] as const;
  });
  return isSame ? value : Object.fromEntries(entries);
}

/**
 * The rows of a list as a device keeps them: of phones the end, of birthdays the year, of guardians
 * the payer. `isReduced` is true if that is less than the rows have.
 */
export function reduceRows(list: string, rows: readonly unknown[]) {
  const kept = list === PUBLIC_LIST ? rows : rows.map((row) => reduce(row, ''));
  return { rows: kept, isReduced: kept.some((row, at) => row !== rows[at]) || undefined };
}
