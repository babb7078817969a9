import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Every file of the project that is, or could be, committed. */
export const projectFiles = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard'],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));

export const read = (file: string) => readFileSync(file, 'utf8');

const TEXT = /\.(ts|tsx|mjs|js|css|html|json|md|sql|svg|webmanifest)$|^\.ci\/|(^|\/)\.[a-z]+$/;
export const textFiles = projectFiles.filter((file) => TEXT.test(file));
export const codeFiles = projectFiles.filter((file) => /\.(ts|tsx|mjs)$/.test(file));
