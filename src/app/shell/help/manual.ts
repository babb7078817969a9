import type { Language } from '#contract/language.ts';
import type { ManualBlock } from '#src/lib/text/manual-block.ts';

/** A text is part of the app, and its file is kept on the device. */
export const ofManual = {
  networkMode: 'always',
  staleTime: Infinity,
  retry: false,
  meta: { persist: false },
} as const;

/** Every text of the manual, each fetched when somebody opens it and kept for no network. */
const texts = import.meta.glob<ManualBlock[]>('/docs/manual/{en,lo}/**/*.md', {
  import: 'default',
});

/** A text with its titles and the everyday words by which people look for it. */
export type HelpEntry = { page: string; words: string } & Readonly<Record<Language, string>>;

const lists = import.meta.glob<HelpEntry[]>('/docs/manual/words.md', { import: 'default' });

/** Fetches the texts that everyday words lead to. */
export const loadHelpWords = async (): Promise<readonly HelpEntry[]> =>
  (await lists['/docs/manual/words.md']?.()) ?? [];

/**
 * Fetches a text of the manual.
 *
 * @param page - Its path below the language, such as `clerk/refund`.
 * @throws If there is no such text, or if it is not on this device and no network answers.
 */
export async function loadText(language: Language, page: string): Promise<readonly ManualBlock[]> {
  const load = texts[`/docs/manual/${language}/${page}.md`];
  if (!load) throw new Error(`The manual has no text ${page}.`);
  return load();
}
