import type { Language } from '#contract/language.ts';

/**
 * The name of each language in itself, so that people find theirs in an interface they cannot read.
 */
export const nativeNames = { en: 'English', lo: 'ລາວ' } as const satisfies Record<Language, string>;
