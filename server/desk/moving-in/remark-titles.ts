import { kindByName } from './sheet-names.ts';
import { FILE_NAME, isOwnName } from './recognise.ts';

/** Signs that the name of a sheet cannot have, and its longest length. */
const NOT_IN_TITLE = /[[\]:*?/\\]/g;
const LONGEST_TITLE = 31;
/** So many titles are tried for one that says the same; then any free one is taken. */
const MOST_TRIES = 20;

const saidBy = (name: string) => kindByName(name.replace(FILE_NAME, ''));

/** True if the import reads two names as the same kind of sheet, or both as that of a class. */
const isReadAlike = (one: string, other: string) =>
  isOwnName(one) === isOwnName(other) && saidBy(one) === saidBy(other);

/**
 * A title that no other sheet has, without regard to case, and that says the same as the name of
 * the sheet. The name of a file keeps its end, because without it it would be that of a class.
 */
export function remarkTitle(name: string, taken: Set<string>): string {
  const [end = ''] = FILE_NAME.exec(name) ?? [];
  const plain = name.replace(FILE_NAME, '').replace(NOT_IN_TITLE, ' ').trim() || 'Sheet';
  for (let at = 1; ; at += 1) {
    // Dashes do not change what a name says; a number would make a class of a known name.
    const ends = [` ${at}${end}`, ` ${'-'.repeat(at - 1)}${end}`, ` ${at}${end || '.csv'}`];
    for (const last of at === 1 ? [end] : ends) {
      const title = plain.slice(0, LONGEST_TITLE - last.length) + last;
      const isRight = at === 1 || at > MOST_TRIES || isReadAlike(title, name);
      if (taken.has(title.toLowerCase()) || !isRight) continue;
      taken.add(title.toLowerCase());
      return title;
    }
  }
}
