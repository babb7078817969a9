import { namespacesOf, textsOf } from './locale-files.ts';

/** A text as a screen shows it. */
export const shown = (text: string) =>
  text
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('\u00a0', ' ')
    .trim();

const GAP = /\{\{[^}]+\}\}/;

/** A text with numbers or names in it, as a pattern; a text of gaps alone would fit everything. */
function patternOf(text: string): RegExp | undefined {
  const parts = text.split(GAP);
  if (parts.length === 1 || !parts.some((part) => /\p{L}/u.test(part))) return undefined;
  return new RegExp(
    `^${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`,
  );
}

/** The keys, `namespace:key`, of every text of a language that shows as a name. */
export function namedKeys(language: string): (name: string) => ReadonlySet<string> {
  const texts = namespacesOf(language).flatMap((namespace) =>
    [...textsOf(language, namespace)].map(([key, text]) => ({
      key: `${namespace}:${key.replace(/_(zero|one|two|few|many|other)$/, '')}`,
      text: shown(text),
      pattern: patternOf(shown(text)),
    })),
  );
  const found = new Map<string, ReadonlySet<string>>();
  return (name) => {
    const keys =
      found.get(name) ??
      new Set(
        texts.flatMap(({ key, text, pattern }) =>
          text === name || pattern?.test(name) ? [key] : [],
        ),
      );
    found.set(name, keys);
    return keys;
  };
}
