import packs from 'virtual:manual';
import type { Language } from '#contract/language.ts';
import type { ManualBlock } from '#src/lib/text/manual-block.ts';

/** The texts are part of the app, and their files are kept on the device. */
const ofManual = {
  networkMode: 'always',
  staleTime: Infinity,
  retry: false,
  meta: { persist: false },
} as const;

/** Fetches a pack and reads it; throws if neither the device nor the network has it. */
async function unpack<Content>(name: string): Promise<Content> {
  const { ok, status, body } = await fetch(packs[name] ?? '');
  if (!ok || !body) throw new Error(`The manual's ${name} was answered with ${status}.`);
  const text = new Response(body.pipeThrough(new DecompressionStream('deflate-raw')));
  return (await text.json()) as Content;
}

/** The texts of a folder of the manual, by their path below the language: `clerk/refund`. */
export const packQuery = (language: Language, folder: string) => ({
  ...ofManual,
  queryKey: ['manual', language, folder],
  queryFn: () => unpack<Record<string, readonly ManualBlock[]>>(`${language}/${folder}`),
});

/** A text with its titles and the everyday words by which people look for it. */
export type HelpEntry = { page: string; words: string } & Readonly<Record<Language, string>>;

/** The texts that everyday words lead to. */
export const wordsQuery = {
  ...ofManual,
  queryKey: ['manual', 'words'],
  queryFn: () => unpack<readonly HelpEntry[]>('words'),
};
