import fs from 'node:fs';

const SHOWN_CHARACTERS = 8;

/** The stamp that the build left beside the program, shortened; `development` without a build. */
export function builtFrom(): string {
  try {
    const stamp = fs.readFileSync(new URL('./.stamp', import.meta.url), 'utf8');
    return stamp.slice(0, SHOWN_CHARACTERS);
  } catch {
    return 'development';
  }
}
