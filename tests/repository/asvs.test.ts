import { expect, it } from 'vitest';
import { projectFiles, read } from './project-files.ts';

/**
 * ASVS 5.0.0: the sections of each chapter, with the number of their requirements of level 1 and
 * level 2. In every section those of level 1 stand first and those of level 3 last.
 */
const standard: Record<number, string> = {
  1: '1:0+2 2:5+4 3:2+9 4:0+3 5:1+1',
  2: '1:1+2 2:2+1 3:1+3 4:0+1',
  3: '2:2+0 3:1+3 4:2+4 5:3+2 7:0+2',
  4: '1:1+2 2:0+1 3:0+2 4:1+3',
  5: '1:0+1 2:2+1 3:2+0 4:0+3',
  6: '1:1+2 2:8+4 3:2+2 4:2+2 5:0+5 6:0+3 8:0+4',
  7: '1:0+3 2:4+0 3:0+2 4:2+3 5:0+2 6:0+2',
  8: '1:1+1 2:2+1 3:1+0 4:0+1',
  9: '1:3+0 2:1+3',
  10: '1:0+2 2:0+2 3:0+4 4:5+6 5:0+5 6:0+2 7:0+3',
  11: '1:0+2 2:0+3 3:2+1 4:1+3 5:0+1 6:0+1',
  12: '1:1+2 2:2+0 3:0+4',
  13: '1:0+1 2:0+5 3:0+2 4:1+4',
  14: '1:0+2 2:1+3 3:1+2',
  15: '1:1+2 2:1+2 3:1+6',
  16: '1:0+1 2:0+5 3:0+4 4:0+3 5:0+3',
  17: '1:0+1 2:0+4 3:0+2',
};

const numbers = Object.entries(standard).flatMap(([chapter, sections]) =>
  sections.split(' ').flatMap((section) => {
    const [, name = '', first = '', second = ''] = /^(\d+):(\d+)\+(\d+)$/.exec(section) ?? [];
    return Array.from({ length: Number(first) + Number(second) }, (_, at) => ({
      number: `${chapter}.${name}.${at + 1}`,
      level: at < Number(first) ? '1' : '2',
    }));
  }),
);

const page = read('docs/security-asvs.md');
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) +\| (\d) +\| (.+)$/gm)].map(
  ([, number = '', level = '', rest = '']) => {
    const [ask = '', state = '', how = ''] = rest.split('|').map((cell) => cell.trim());
    return { number, level, ask, state: state.replaceAll('*', ''), how };
  },
);

it('has each requirement of level 1 and 2 once, in order, with its level', () => {
  expect(numbers).toHaveLength(253);
  expect(rows.map(({ number, level }) => ({ number, level }))).toEqual(numbers);
});

it('says of each in words whether it is met', () => {
  const states = ['met', 'partly', 'not met', 'not ours'];
  const bad = rows.filter(
    ({ ask, state, how }) => !states.includes(state) || ask === '' || how.length < 5,
  );
  expect(bad).toEqual([]);
});

/** Whole paths from the root, so that nobody has to search. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`(\.?[\w.-]+(?:\/[\w.-]+)+|[\w.-]+\.(?:ts|md|json|yaml))`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !path.startsWith('application/'));

it('names a file for each requirement that is met, and only files that are there', () => {
  const gone = rows.flatMap(({ number, how }) =>
    pathsIn(how)
      .filter((path) => !projectFiles.includes(path))
      .map((path) => `${number}: ${path}`),
  );
  expect(gone).toEqual([]);
  const bare = rows.filter(({ state, how }) => state === 'met' && pathsIn(how).length === 0);
  expect(bare).toEqual([]);
});

it('counts what its tables say', () => {
  const count = (state: string) => rows.filter((row) => row.state === state).length;
  const cells = /^\| All +\| (\d+) +\| (\d+) +\| (\d+) +\| (\d+) +\|$/m.exec(page);
  expect(cells?.slice(1).map(Number)).toEqual(
    ['met', 'partly', 'not met', 'not ours'].map((state) => count(state)),
  );
});
