import { expect, it } from 'vitest';
import { wordsFileOf } from '#src/app/shell/device/list-words.ts';
import { BUILT_KEYS, keptLists } from './built-keys.ts';
import { keysOf, namespacesOf } from './locale-files.ts';
import { codeFiles, read } from './project-files.ts';

const builtKeys = BUILT_KEYS.flatMap(({ start, ends }) => ends.map((end) => `${start}${end}`));

/** Namespaces that are always loaded, so that no component needs to name them. */
const ALWAYS_LOADED = ['common', 'shell'];

type Source = { file: string; code: string; prefix: string; namespaces: string };

/** The page `/kit` has words of its own, which no build has. */
const client: Source[] = codeFiles
  .filter((file) => file.startsWith('src/') && !file.startsWith('src/app/kit/'))
  .map((file) => {
    const code = read(file);
    const prefix = /keyPrefix: '([^']+)'/.exec(code)?.[1];
    const calls = [...code.matchAll(/useTranslation\(([^)]*)/g)].map(([, list = '']) => list);
    return {
      file,
      code,
      prefix: prefix === undefined ? '' : `${prefix}.`,
      namespaces: calls.join(),
    };
  });

const inQuotes = (code: string) =>
  [...code.matchAll(/(['"`])([\w.:-]+)\1/g)].map(([, , text = '']) => text);

/** Every piece of text in the code that could be a key, without its namespace. */
const asked = new Set([
  ...builtKeys,
  ...client.flatMap(({ code, prefix }) =>
    inQuotes(code).flatMap((text) => [text.replace(/^.*:/, ''), prefix + text]),
  ),
]);

it.each(namespacesOf('en'))('%s holds no text that no screen shows', (namespace) => {
  expect(keysOf('en', namespace).filter((key) => !asked.has(key))).toEqual([]);
});

it.each(keptLists)('%s has a name in the panel of what is on the device', (list) => {
  expect(keysOf('en', wordsFileOf(list))).toContain(`onDevice.${list}`);
});

const everyKey = namespacesOf('en').flatMap((namespace) =>
  keysOf('en', namespace).map((key) => ({ namespace, key })),
);

it.each(client.filter(({ code }) => /\bt\(\s*'/.test(code)))(
  '$file asks only for texts that exist',
  (source) => {
    const known = everyKey.flatMap(({ namespace, key }) => {
      const inScope =
        source.namespaces.includes(`'${namespace}'`) || ALWAYS_LOADED.includes(namespace);
      return [`${namespace}:${key}`, ...(inScope ? [key] : [])];
    });
    const keys = [...source.code.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key = '']) => key);
    const unknown = keys.filter(
      (key) => !known.includes(key) && !known.includes(source.prefix + key),
    );
    expect(unknown).toEqual([]);
  },
);

it('builds keys only from starts that the code really has', () => {
  const code = client.map((source) => source.code).join('\n');
  expect(BUILT_KEYS.filter(({ start }) => !code.includes(`${start}\${`))).toEqual([]);
});

it('lists every start that keys are built from', () => {
  const starts = client.flatMap(({ code }) =>
    [...code.matchAll(/\bt\(\s*`(?:[\w-]+:)?([\w.]*)\$\{/g)].map(([, start = '']) => start),
  );
  expect(starts.filter((start) => !BUILT_KEYS.some((built) => built.start === start))).toEqual([]);
});
