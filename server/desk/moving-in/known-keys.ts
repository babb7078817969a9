import { headingKey } from '#server/lib/sheets/heading-key.ts';
import type { KnownClass } from './known-records.ts';

export const codeKey = (code: string) => `code ${code.toLowerCase()}`;
export const birthdayKey = (nameKey: string, day: string) => `birthday ${nameKey} ${day}`;
export const phoneKey = (nameKey: string, phone: string) => `phone ${nameKey} ${phone}`;
/** The key of the money of a place. */
export const placeMoneyKey = (placeId: string) => `place ${placeId}`;
/** The key of a class: the same name comes again in another term, and in another branch. */
export const classKey = (
  name: string,
  { termId, branchId }: Pick<KnownClass, 'termId' | 'branchId'>,
) => `${headingKey(name)} ${termId} ${branchId}`;
export const placeKey = (studentId: string, classId: string) => `${studentId} ${classId}`;
