import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { personKinds, type PersonKind } from '#contract/people/personal-data.ts';
import type { Db } from '#server/db/client.ts';
import { erasePerson } from '#server/desk/erasures/erase-person.ts';
import { recordIds } from '#server/desk/erasures/subjects.ts';
import type { Config } from '#server/lib/config.ts';
import { backupFolder } from '#server/safekeeping/backups/backup-folder.ts';

/** One record of an erased person: no name, so that the list may lie beside every backup. */
export type ErasedLine = { kind: PersonKind; id: string; day: string };

const NAME = 'erased.jsonl';
const LINE = /^\{"kind":"(\w+)","id":"([0-9a-f-]{36})","day":"(\d{4}-\d\d-\d\d)"\}$/;

/** The folders in which the list lies: that of the data, of the backups, and the second one. */
export function erasedFolders(config: Config): string[] {
  const { dataDir, backupSecondDir } = config;
  const all = [dataDir, backupFolder(config), ...(backupSecondDir ? [backupSecondDir] : [])];
  return [...new Set(all.map((folder) => path.resolve(folder)))];
}

/** A list that is not there, or a stick that nobody has put in, has no lines. */
function readOne(folder: string): ErasedLine[] {
  let text: string;
  try {
    text = fs.readFileSync(path.join(folder, NAME), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EIO') return [];
    throw error;
  }
  return text.split('\n').flatMap((line) => {
    // The end of a line that was cut off names nobody.
    const [, kind, id = '', day = ''] = LINE.exec(line.trim()) ?? [];
    const known = personKinds.find((one) => one === kind);
    return known ? [{ kind: known, id, day }] : [];
  });
}

const keyOf = ({ kind, id }: ErasedLine) => `${kind} ${id}`;

/** Every line of every copy, each person once. */
export function readErasedLines(folders: readonly string[]): ErasedLine[] {
  const lines = folders.flatMap(readOne);
  return [...new Map(lines.map((line) => [keyOf(line), line])).values()];
}

/** Adds the lines that a copy lacks. A folder that is not there is left out, and named. */
export function addErasedLines(folders: readonly string[], lines: readonly ErasedLine[]): string[] {
  const missed: string[] = [];
  for (const folder of folders) {
    const file = path.join(folder, NAME);
    const known = new Set(readOne(folder).map(keyOf));
    const added = lines.filter((line) => !known.has(keyOf(line)));
    if (added.length === 0) continue;
    const text = added
      .map(({ kind, id, day }) => `${JSON.stringify({ kind, id, day })}\n`)
      .join('');
    try {
      const isCut = fs.existsSync(file) && !fs.readFileSync(file, 'utf8').endsWith('\n');
      fs.appendFileSync(file, isCut ? `\n${text}` : text, { mode: 0o600, flush: true });
    } catch {
      missed.push(folder);
    }
  }
  return missed;
}

/** The records of everybody whom this centre has erased. */
async function erasedHere(db: Db): Promise<ErasedLine[]> {
  const { rows } = await db.execute<ErasedLine>(sql`
    select kind, person_id::text as id,
      to_char(done_at at time zone 'Asia/Vientiane', 'YYYY-MM-DD') as day
    from erasures where done_at is not null order by done_at`);
  const lines: ErasedLine[] = [];
  for (const row of rows)
    for (const id of await recordIds(db, row.kind, row.id)) lines.push({ ...row, id });
  return lines;
}

/** Brings all copies of the list to the same lines, those of a stick that was away too. */
export async function keepErasedList(db: Db, folders: readonly string[]): Promise<string[]> {
  const lines = [...(await erasedHere(db)), ...readErasedLines(folders)];
  const once = [...new Map(lines.map((line) => [keyOf(line), line])).values()];
  return once.length === 0 ? [] : addErasedLines(folders, once);
}

/**
 * Erases everybody on the list whom the centre still knows by name, as after a restore. Returns
 * their number. Nobody may sign in before: docs/operations.md, "Restore".
 */
export async function eraseAgain(db: Db, folders: readonly string[]): Promise<number> {
  let erased = 0;
  for (const { kind, id, day } of readErasedLines(folders)) {
    const { rows } = await db.execute<{ root: string; isDone: boolean }>(sql`
      select root.id::text as root, exists (
        select from erasures where person_id = root.id and done_at is not null) as "isDone"
      from (select coalesce(
        (select merged_into_id from students where id = ${id} and ${kind} = 'student'),
        (select merged_into_id from parents where id = ${id} and ${kind} = 'guardian'),
        ${id}::uuid) as id) root`);
    const [found] = rows;
    if (!found || found.isDone) continue;
    const doneAt = `${day}T12:00:00+07:00`;
    if (await db.transaction((tx) => erasePerson(tx, { kind, personId: found.root, doneAt })))
      erased += 1;
  }
  return erased;
}
