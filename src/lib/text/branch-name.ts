import type { Branch } from '#contract/centre/branches.ts';
import type { Language } from '#contract/language.ts';

/** The branch's name in the interface language, if it has one. */
export function branchNameIn(
  { branchName, branchNameLo }: Pick<Branch, 'branchName' | 'branchNameLo'>,
  language: Language,
): string {
  return language === 'lo' ? branchNameLo || branchName : branchName;
}
