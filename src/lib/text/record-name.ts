import type { Language } from '#contract/language.ts';
import { branchNameIn } from './branch-name.ts';
import { personName, type NamedPerson } from './person-name.ts';

/** The name fields of records; each kind has some of them. */
export type Named = Partial<NamedPerson> & {
  branchName?: string;
  branchNameLo?: string;
  nameEn?: string;
  nameLo?: string;
  titleEn?: string;
  titleLo?: string;
  classCode?: string;
  name?: string;
  currency?: string;
};

/**
 * The name of a record in the interface language, or else in the other one; empty for a kind
 * without names.
 */
export function recordName(row: Named, language: Language): string {
  const { firstName, lastName = '', branchName, branchNameLo = '' } = row;
  if (firstName !== undefined) return personName({ ...row, firstName, lastName }, language);
  if (branchName !== undefined) return branchNameIn({ branchName, branchNameLo }, language);
  const inLatin = row.nameEn || row.titleEn || '';
  const inLao = row.nameLo || row.titleLo || '';
  return (
    (language === 'lo' ? inLao || inLatin : inLatin || inLao) ||
    (row.classCode ?? row.name ?? row.currency ?? '')
  );
}
