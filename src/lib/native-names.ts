import type { Language } from '#contract/language.ts';

/** What each language calls itself: how people find theirs in an interface they cannot read. */
export const nativeNames = { en: 'English', lo: 'ລາວ' } as const satisfies Record<Language, string>;
