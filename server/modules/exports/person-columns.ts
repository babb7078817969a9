import { formatPhone } from '#contract/phone.ts';
import { genderWords, provinceWords, wordOf } from '#server/lib/sheets/choice-words.ts';
import type { Cell } from '#server/lib/sheets/cells.ts';
import type { ProvinceCode } from '#contract/provinces.ts';
import type { Gender } from '#contract/people.ts';
import type { ExportColumn } from './export-list.ts';

/** A phone as people dial it, a day as a date, nothing where there is none. */
export const phoneCell = (phone: string): Cell => formatPhone(phone);
export const dayCell = (day: string | null): Cell => (day === null ? null : { day });

/** Columns that several kinds of people have; spread where they are to stand. */
export const nameColumns: ExportColumn<{ firstName: string; lastName: string }>[] = [
  { en: 'First name', lo: 'ຊື່', cell: ({ firstName }) => firstName },
  { en: 'Last name', lo: 'ນາມສະກຸນ', cell: ({ lastName }) => lastName },
];
export const latinNameColumns: ExportColumn<{ firstNameEn: string; lastNameEn: string }>[] = [
  { en: 'First name (English)', lo: 'ຊື່ (ພາສາອັງກິດ)', cell: ({ firstNameEn }) => firstNameEn },
  { en: 'Last name (English)', lo: 'ນາມສະກຸນ (ພາສາອັງກິດ)', cell: ({ lastNameEn }) => lastNameEn },
];
export const bornColumns: ExportColumn<{ gender: Gender; dateOfBirth: string | null }>[] = [
  { en: 'Gender', lo: 'ເພດ', cell: ({ gender }, language) => wordOf(genderWords, gender, language) },
  { en: 'Date of birth', lo: 'ວັນເດືອນປີເກີດ', cell: ({ dateOfBirth }) => dayCell(dateOfBirth) },
];
export const reachColumns: ExportColumn<{ phone: string; email: string }>[] = [
  { en: 'Phone', lo: 'ເບີໂທ', cell: ({ phone }) => phoneCell(phone) },
  { en: 'Email', lo: 'ອີເມວ', cell: ({ email }) => email },
];
export const addressColumns: ExportColumn<{ village: string; district: string; provinceCode: ProvinceCode | null }>[] = [
  { en: 'Village', lo: 'ບ້ານ', cell: ({ village }) => village },
  { en: 'District', lo: 'ເມືອງ', cell: ({ district }) => district },
  { en: 'Province', lo: 'ແຂວງ', cell: ({ provinceCode }, language) => wordOf(provinceWords, provinceCode, language) },
];
export const noteColumn: ExportColumn<{ note: string }> = { en: 'Note', lo: 'ໝາຍເຫດ', cell: ({ note }) => note };
