import { projectFiles, read } from './project-files.ts';

type Words = { [key: string]: string | Words };

function leaves(words: Words, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : leaves(value, `${path}${key}.`),
  );
}

export const namespacesOf = (language: string) =>
  projectFiles.flatMap(
    (file) => new RegExp(`^public/locales/${language}/(.+)\\.json$`).exec(file)?.[1] ?? [],
  );

/** Every text of a namespace by its key, dots for levels. */
export const textsOf = (language: string, namespace: string) =>
  new Map(leaves(JSON.parse(read(`public/locales/${language}/${namespace}.json`)) as Words));

/**
 * The keys of a namespace as screens ask for them: `count_one` and `count_other` are both `count`.
 */
export const keysOf = (language: string, namespace: string) =>
  [
    ...new Set(
      [...textsOf(language, namespace).keys()].map((key) =>
        key.replace(/_(zero|one|two|few|many|other)$/, ''),
      ),
    ),
  ].sort();
