import { formatPhone } from '#contract/people/phone.ts';
import type { Gender } from '#contract/people/people.ts';
import type { ProvinceCode } from '#contract/people/provinces.ts';
import type { Cell } from '#server/lib/sheets/cells.ts';
import { genderWords, provinceWords, choiceWord } from '#server/lib/sheets/choice-words.ts';
import { sheetHeadings } from '#server/lib/sheets/headings.ts';
import type { ExportColumn } from './export-list.ts';

/** A phone in local notation, a day as a date, an empty cell where there is none. */
export const phoneCell = (phone: string): Cell => formatPhone(phone);
export const dayCell = (day: string | null): Cell => (day === null ? null : { day });

/** Columns of texts that are exported as they are stored. */
export const textColumns = <Name extends keyof typeof sheetHeadings>(
  ...names: Name[]
): ExportColumn<Record<Name, string>>[] =>
  names.map((name) => ({ ...sheetHeadings[name], cell: (row) => row[name] }));

/** Columns that several kinds of people share. */
export const bornColumns: ExportColumn<{ gender: Gender; dateOfBirth: string | null }>[] = [
  {
    ...sheetHeadings.gender,
    cell: ({ gender }, language) => choiceWord(genderWords, gender, language),
  },
  { ...sheetHeadings.dateOfBirth, cell: ({ dateOfBirth }) => dayCell(dateOfBirth) },
];
export const reachColumns: ExportColumn<{ phone: string; email: string }>[] = [
  { ...sheetHeadings.phone, cell: ({ phone }) => phoneCell(phone) },
  { ...sheetHeadings.email, cell: ({ email }) => email },
];
export const addressColumns: ExportColumn<{
  village: string;
  district: string;
  provinceCode: ProvinceCode | null;
}>[] = [
  { ...sheetHeadings.village, cell: ({ village }) => village },
  { ...sheetHeadings.district, cell: ({ district }) => district },
  {
    ...sheetHeadings.provinceCode,
    cell: ({ provinceCode }, language) => choiceWord(provinceWords, provinceCode, language),
  },
];
