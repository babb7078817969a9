import type { Language } from '#contract/language.ts';
import { provinces } from '#contract/people/provinces.ts';

/** The name of a province in `language`, or its code if it is none of the eighteen. */
export function provinceName(code: string, language: Language): string {
  return provinces.find((province) => province.code === code)?.[language] ?? code;
}
