import { expect, it } from 'vitest';
import { codeFiles, projectFiles, read } from './project-files.ts';

type Words = { [key: string]: string | Words };

/** Names and abbreviations that Lao writes in Latin letters too. */
const SAME_IN_BOTH = ['BranchDesk', 'Facebook', 'English', 'Lao', 'WhatsApp'];
/**
 * Keys put together from a part that is fixed and one that is data; each must say where the data part comes from.
 */
const BUILT_KEYS: { start: string; from: string }[] = [];

const namespaces = (language: string) =>
  projectFiles.flatMap((file) => new RegExp(`^public/locales/${language}/(.+)\\.json$`).exec(file)?.[1] ?? []);

function leaves(words: Words, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : leaves(value, `${path}${key}.`),
  );
}

const texts = (language: string, namespace: string) =>
  new Map(leaves(JSON.parse(read(`public/locales/${language}/${namespace}.json`)) as Words));
const placeholders = (text = '') => [...text.matchAll(/\{\{[^}]+\}\}|<\/?\w+>/g)].map(([found]) => found).sort();

const client = codeFiles.filter((file) => file.startsWith('src/')).map((file) => ({ file, code: read(file) }));
const allCode = client.map(({ code }) => code).join('\n');
/** The keys of a namespace as screens ask for them: `count_one` and `count_other` are both `count`. */
const keysOf = (language: string, namespace: string) =>
  [
    ...new Set([...texts(language, namespace).keys()].map((key) => key.replace(/_(zero|one|two|few|many|other)$/, ''))),
  ].sort();
const everyKey = () =>
  namespaces('en').flatMap((namespace) => keysOf('en', namespace).map((key) => ({ namespace, key })));

it('has the same files in both languages', () => {
  expect(namespaces('lo')).toEqual(namespaces('en'));
});

it.each(namespaces('en'))('%s has the same keys and placeholders in both languages, and no gap', (namespace) => {
  const [english, lao] = [texts('en', namespace), texts('lo', namespace)];
  expect(keysOf('lo', namespace)).toEqual(keysOf('en', namespace));
  for (const [key, text] of lao) {
    expect(text.trim(), key).not.toBe('');
    expect(placeholders(text), key).toEqual(placeholders(english.get(key)));
  }
  for (const [key, text] of english) expect(text.trim(), key).not.toBe('');
});

it.each(namespaces('en'))('%s leaves no English in the Lao file', (namespace) => {
  const english = texts('en', namespace);
  const untranslated = [...texts('lo', namespace)].filter(
    ([key, text]) => /[a-z]{4}/i.test(text.replaceAll(/\{\{[^}]+\}\}/g, '')) && text === english.get(key),
  );
  expect(untranslated.filter(([, text]) => !SAME_IN_BOTH.includes(text))).toEqual([]);
});

it.each(namespaces('en'))('%s holds no text that no screen shows', (namespace) => {
  const quoted = (key: string) => new RegExp(`['"\`:]${key.replaceAll('.', '\\.')}['"\`]`).test(allCode);
  const idle = keysOf('en', namespace).filter(
    (key) => !quoted(key) && !BUILT_KEYS.some(({ start }) => key.startsWith(start)),
  );
  expect(idle).toEqual([]);
});

it.each(client.filter(({ code }) => /\bt\(/.test(code)))('$file asks only for texts that exist', ({ code }) => {
  const named = [...code.matchAll(/useTranslation\(([^)]*)/g)].map(([, list = '']) => list).join();
  const inScope = (namespace: string) => named.includes(`'${namespace}'`) || ['common', 'shell'].includes(namespace);
  const known = everyKey().flatMap(({ namespace, key }) => [
    ...(inScope(namespace) ? [key] : []),
    `${namespace}:${key}`,
  ]);
  const keys = [...code.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => key);
  expect(keys.filter((key) => key === undefined || !known.includes(key))).toEqual([]);
});

it('builds keys only where it says so, and from a start that exists', () => {
  const lost = BUILT_KEYS.filter(({ start }) => !everyKey().some(({ key }) => key.startsWith(start)));
  expect(lost).toEqual([]);
});
