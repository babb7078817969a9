import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { projectFiles, read } from './project-files.ts';

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const LIST = 'docs/development.md';
const HEADING = 'Commands no test runs';

/** The pages that a person reads before typing something. */
const pages = projectFiles.filter(
  (file) => /^(?:[A-Z]+|docs\/.+)\.md$/.test(file) && file !== 'CHANGELOG.md',
);

/** The section of the commands that no test runs. */
const listed = read(LIST).split(`\n## ${HEADING}\n`)[1]?.split('\n## ')[0] ?? '';

/** Each line of a code block, and each text between backticks. */
function codeOf(text: string): string[] {
  const blocks = [...text.matchAll(/^ *```\w*\n(.*?)^ *```/gms)].map(([, code = '']) => code);
  const rest = text.replaceAll(/^ *```\w*\n.*?^ *```/gms, '');
  return [
    ...blocks.flatMap((code) => code.split('\n')),
    ...[...rest.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
  ];
}

/** The commands of npm, npx and node in a text: `npm run backup -- --check FILE`. */
const commandsIn = (text: string): string[] =>
  codeOf(text)
    .flatMap((code) => code.replace(/(?:^|\s)#.*$/, '').split(/&&|;|\|\|?/))
    .map((command) =>
      command
        .replace(/^[\s$]*/, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((command) => /^(?:npm (?:run|start|test)\b|(?:npx|node) )/.test(command));

const commands = pages.flatMap((page) =>
  commandsIn(page === LIST ? read(page).replace(listed, '') : read(page)).map((command) => ({
    page,
    command,
  })),
);

/** The npm script of a command; `bench:…` stands for all that begin so. */
const scriptOf = (command: string) => /^npm (?:run (?:--silent )?)?([\w:-]+…?)/.exec(command)?.[1];
const matching = (name: string) =>
  Object.keys(scripts).filter((one) =>
    name.endsWith('…') ? one.startsWith(name.slice(0, -1)) : one === name,
  );

/** The scripts that a script or a program names: `sections.ts lint+types`, `whole('lint')`. */
function namedIn(body: string): string[] {
  const programs = [...body.matchAll(/scripts\/[\w-]+\.ts/g)].map(([file]) => read(file));
  const words = [
    ...[...body.matchAll(/sections\.ts (.+)/g)].flatMap(([, rest = '']) => rest.split(/[ +]/)),
    ...[...body.matchAll(/npm (?:run )?(?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name),
    ...programs.flatMap((program) =>
      [...program.matchAll(/(?:whole|shared)\(([^)]*)\)/g)].flatMap(([, names = '']) =>
        [...names.matchAll(/'([\w:-]+)'/g)].map(([, name = '']) => name),
      ),
    ),
  ];
  return words.filter((word) => word in scripts);
}

/** Every script that CI reaches from `.ci/run`. */
function reached(): Set<string> {
  const found = new Set<string>();
  const follow = (body: string) => {
    for (const name of namedIn(body)) {
      if (found.has(name)) continue;
      found.add(name);
      follow(scripts[name] ?? '');
    }
  };
  follow(read('.ci/run'));
  return found;
}
const byCI = reached();

/** The programs of the build: a test installs them as an operator does, and runs each. */
const INSTALLED = 'tests/server/production-install.test.ts';
const byInstall = read(INSTALLED).includes("includes('built.mjs')")
  ? Object.keys(scripts).filter((name) => scripts[name]?.includes('built.mjs'))
  : [];
const builtPrograms = new Set(
  byInstall.map((name) => scripts[name]?.replace('node scripts/built.mjs ', '')),
);

/** True if CI or a test runs the command. */
function isRun(command: string): boolean {
  const script = scriptOf(command);
  if (script !== undefined) {
    const names = matching(script);
    return names.length > 0 && names.every((name) => byCI.has(name) || byInstall.includes(name));
  }
  const program = /^npx ([\w-]+)/.exec(command)?.[1];
  if (program !== undefined)
    return [...byCI].some((name) => scripts[name]?.split(' ').includes(program));
  const built = /(?:dist\/server\/|built\.mjs )([\w-]+)/.exec(command)?.[1];
  return command === 'node --version' || (built !== undefined && builtPrograms.has(built));
}

const entries = [...listed.matchAll(/^\| `([^`]+)`/gm)].map(([, command = '']) => command);
const covers = (entry: string, command: string) =>
  entry.endsWith('…')
    ? command.startsWith(entry.slice(0, -1))
    : command === entry || command.startsWith(`${entry} `);

it('finds the commands of the pages', () => {
  const text = 'Type `npm start`.\n\n```sh\ncd /opt && npm ci && npm run build # once\n```\n';
  expect(commandsIn(text)).toEqual(['npm run build', 'npm start']);
  expect(commands.length).toBeGreaterThan(80);
  expect([...byCI]).toEqual(expect.arrayContaining(['lint', 'test:e2e', 'rehearse:failover']));
  expect(byInstall).toContain('backup');
});

it('names only npm scripts that there are', () => {
  const unknown = commands.filter(({ command }) => {
    const script = scriptOf(command);
    return script !== undefined && matching(script).length === 0;
  });
  expect(unknown).toEqual([]);
});

it('names only programs and files that there are', () => {
  const gone = commands.flatMap(({ page, command }) => {
    const program = /^npx ([\w-]+)/.exec(command)?.[1];
    if (program !== undefined && !existsSync(`node_modules/.bin/${program}`))
      return [`${page}: ${command}`];
    if (!/^(?:npx|node) /.test(command)) return [];
    return command
      .split(' ')
      .filter((word) => /^[\w.-]+\/[\w./-]+\.(?:ts|mjs|js)$/.test(word))
      .filter(
        (file) =>
          !existsSync(file) && !builtPrograms.has(/^dist\/server\/(.+)\.js$/.exec(file)?.[1]),
      )
      .map((file) => `${page}: ${file}`);
  });
  expect(gone).toEqual([]);
});

it(`runs each command in CI or a test, or names it under "${HEADING}"`, () => {
  const untried = commands
    .filter(({ command }) => !isRun(command))
    .filter(({ command }) => !entries.some((entry) => covers(entry, command)))
    .map(({ page, command }) => `${page}: ${command}`);
  expect([...new Set(untried)]).toEqual([]);
});

it('names no command there that is run, or that no page has', () => {
  expect(entries).not.toEqual([]);
  const idle = entries.filter(
    (entry) => !commands.some(({ command }) => covers(entry, command) && !isRun(command)),
  );
  expect(idle).toEqual([]);
});
