import { auditFields, isSilent } from '#contract/words/audit/fields.ts';
import { auditValues } from '#contract/words/audit/values.ts';
import { wordFor } from '#contract/words/audit/word.ts';
import { DOT } from '#contract/words/dot.ts';
import { continuingAnswers } from '#contract/classes/continuing-words.ts';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { shownAmount, shownRate } from '#contract/money/shown-amount.ts';
import type { Language } from '#contract/language.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { provinces } from '#contract/people/provinces.ts';

type Values = Readonly<Record<string, unknown>>;
/** The names behind ids. */
export type AuditNames = Readonly<Record<string, Record<Language, string>>>;
/** What says some values otherwise, such as the rights of a set; undefined for all others. */
type Special = (field: string, value: string) => string | undefined;
type Speaking = { language: Language; names: AuditNames; special?: Special };

export type AuditChange = { field: string; before: unknown; after: unknown };

const own = {
  nothing: { en: '–', lo: '–' },
  yes: { en: 'Yes', lo: 'ແມ່ນ' },
  no: { en: 'No', lo: 'ບໍ່' },
  file: { en: 'A file', lo: 'ມີຟາຍ' },
  gone: { en: 'a record without a name', lo: 'ຂໍ້ມູນທີ່ບໍ່ມີຊື່' },
} as const;
const weekdays = {
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  lo: ['ວັນຈັນ', 'ວັນອັງຄານ', 'ວັນພຸດ', 'ວັນພະຫັດ', 'ວັນສຸກ', 'ວັນເສົາ', 'ວັນອາທິດ'],
} as const;

/** Fields with a value from a list of words; the same word in a name or a note is ordinary text. */
const chosen: ReadonlySet<string> = new Set([
  'gender',
  'status',
  'state',
  'source',
  'kind',
  'method',
  'type',
  'mark',
  'result',
  'role',
  'basis',
  'prorate',
  'deliveryMode',
  'paper',
  'minimumRule',
  'relation',
  'employmentType',
  'colour',
  'purpose',
  'on',
  'way',
  'reasonCode',
  'format',
  'defaultLanguage',
  'preferredLanguage',
  'waitsFor',
  'sides',
  'treatment',
  'decided',
  'needed',
  'overridden',
  'roles',
  'priority',
  'paidOutKind',
  'secondFactorFor',
  'checks',
  'rateKind',
]);
/** Amounts in minor units, by the field that holds their currency. */
const priced: Readonly<Record<string, string>> = {
  amount: 'currency',
  price: 'currency',
  minDeposit: 'currency',
  tendered: 'currency',
  cost: 'costCurrency',
  costAmount: 'costCurrency',
  hourlyRate: 'rateCurrency',
};

const rates: ReadonlySet<string> = new Set(['rateToLAK', 'rate']);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const IN_LAOS_MS = 7 * 3_600_000;
const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

const grouped = (number: number) => number.toLocaleString('en-US', { maximumFractionDigits: 6 });
const dayOf = (day: string) => day.slice(0, 10).split('-').toReversed().join('/');
/** `21/11/2026 14:30`, in Vientiane time. */
export function auditMoment(at: string): string {
  const there = new Date(Date.parse(at) + IN_LAOS_MS).toISOString();
  return `${dayOf(there)} ${there.slice(11, 16)}`;
}

function numberText(field: string, value: number, beside: Values, language: Language): string {
  if (field === 'weekday') return weekdays[language][value - 1] ?? String(value);
  // The sums of a drawer are fields named by their currency, in its minor units.
  const isSum = priceCurrencies.some((one) => one === field);
  const currency = isSum ? field : beside[priced[field] ?? ''];
  if (typeof currency !== 'string') return grouped(value);
  const sum = shownAmount(value, currency);
  return isSum ? sum : `${sum} ${currency}`;
}

function wordsOf(field: string, value: string, { language, names, special }: Speaking): string {
  const said = special?.(field, value);
  if (said !== undefined) return said;
  if (UUID.test(value))
    return names[value]?.[language] ?? (/file|image/i.test(field) ? own.file : own.gone)[language];
  if (MOMENT.test(value)) return auditMoment(value);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return dayOf(value);
  if (field === 'provinceCode')
    return provinces.find(({ code }) => code === value)?.[language] ?? value;
  if (rates.has(field) && /^\d+(\.\d+)?$/.test(value)) return shownRate(value);
  // An answer is one of a family, or the text of a person.
  if (chosen.has(field) || (field === 'answer' && continuingAnswers.some((one) => one === value)))
    return wordFor(auditValues, value, language);
  return /^\+\d{8,15}$/.test(value) ? formatPhone(value) : value;
}

function partsOf(value: Values, speaking: Speaking): string {
  const { weekday, start, end } = value;
  if (typeof weekday === 'number' && typeof start === 'string' && typeof end === 'string')
    return `${numberText('weekday', weekday, value, speaking.language)} ${start}–${end}`;
  const told = Object.entries(value).filter(([field, one]) => !isSilent(field) && !isEmpty(one));
  return told
    .map(
      ([field, one]) => `${fieldText(field, speaking)} ${auditText(field, one, value, speaking)}`,
    )
    .join(DOT);
}

/** The name of a field; for a field whose name is an id, the name of that record. */
const fieldText = (field: string, { language, names }: Speaking): string =>
  UUID.test(field)
    ? (names[field]?.[language] ?? own.gone[language])
    : auditFieldText(field, language);

/** The name of a field in words. */
export const auditFieldText = (field: string, language: Language): string =>
  wordFor(auditFields, field, language);

/**
 * A value of a record in words; `beside` are the other fields of the record, such as the currency
 * of an amount.
 */
export function auditText(
  field: string,
  value: unknown,
  beside: Values,
  speaking: Speaking,
): string {
  if (isEmpty(value)) return own.nothing[speaking.language];
  if (typeof value === 'boolean') return own[value ? 'yes' : 'no'][speaking.language];
  if (typeof value === 'number') return numberText(field, value, beside, speaking.language);
  if (typeof value === 'string') return wordsOf(field, value, speaking);
  if (Array.isArray(value))
    return value
      .map((one: unknown) => auditText(field, one, beside, speaking))
      .join(value.some(isObject) ? '; ' : ', ');
  return isObject(value) ? partsOf(value, speaking) : '';
}

/**
 * The fields of an entry with both values: the changed ones or, for a new record, all that are not
 * empty.
 */
export function auditChanges(before: Values | null, after: Values | null): AuditChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => !isSilent(field),
  );
  const both = fields.map((field) => ({
    field,
    before: before?.[field] ?? null,
    after: after?.[field] ?? null,
  }));
  return both.filter(
    (change) =>
      (!isEmpty(change.before) || !isEmpty(change.after)) &&
      JSON.stringify(change.before) !== JSON.stringify(change.after),
  );
}

/** Every id in both states. */
export function auditIds(...states: unknown[]): string[] {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value === 'string' && UUID.test(value)) found.add(value);
    if (Array.isArray(value)) value.forEach(look);
    else if (isObject(value)) Object.entries(value).forEach((pair) => pair.forEach(look));
  };
  states.forEach(look);
  return [...found];
}

const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['Android', 'Android'],
  ['iPad', 'iPad'],
  ['iPhone', 'iPhone'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** `Chrome · Android` from a browser's user agent; another program by its own name. */
export function deviceText(device: string): string {
  const named = [browsers, systems].flatMap(
    (list) => list.find(([mark]) => device.includes(mark))?.[1] ?? [],
  );
  return named.length === 2 ? named.join(DOT) : device.slice(0, 40);
}
