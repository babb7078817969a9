import { useCallback } from 'react';
import type { Language } from '#contract/language.ts';
import { currentLanguage } from './i18n.ts';
import { useLanguage } from './use-language.ts';

/** A name as written and, if known, in Latin letters. */
export type NamedPerson = {
  firstName: string;
  lastName: string;
  firstNameEn?: string;
  lastNameEn?: string;
};

/** A person's name in the interface language if both spellings exist, else as stored. */
export function personName(
  { firstName, lastName, firstNameEn = '', lastNameEn = '' }: NamedPerson,
  language: Language,
): string {
  const isLatin = language === 'en' && firstNameEn !== '' && lastNameEn !== '';
  return (isLatin ? `${firstNameEn} ${lastNameEn}` : `${firstName} ${lastName}`).trim();
}

/** Names people in the interface language. */
export function usePersonName(): (person: NamedPerson) => string {
  const language = useLanguage();
  return useCallback((person) => personName(person, language), [language]);
}

/** The same outside of a hook, for text made at the moment it is shown. */
export const currentName = (person: NamedPerson): string => personName(person, currentLanguage());

/** The payer in rows of money: as written and, for a student with such a name, in Latin letters. */
export type NamedPayer = { payerName: string; payerNameEn?: string | undefined };

/** A payer's name by the rule of `personName`. */
export const payerNameIn = (
  { payerName, payerNameEn = '' }: NamedPayer,
  language: Language,
): string => (language === 'en' && payerNameEn) || payerName;

/** Names payers in the interface language. */
export function usePayerName(): (payer: NamedPayer) => string {
  const language = useLanguage();
  return useCallback((payer) => payerNameIn(payer, language), [language]);
}

/** The same outside of a hook. */
export const currentPayerName = (payer: NamedPayer): string =>
  payerNameIn(payer, currentLanguage());
