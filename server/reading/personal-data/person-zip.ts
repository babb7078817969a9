import { PassThrough, type Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import type { PersonKind } from '#contract/people/personal-data.ts';
import type { Language } from '#contract/language.ts';
import { auditFieldText, auditText } from '#contract/words/audit-text.ts';
import { auditActions, auditEntities } from '#contract/words/audit/acts.ts';
import { wordFor, type AuditWords } from '#contract/words/audit/word.ts';
import { fileTable } from '#server/db/tables/centre/files.table.ts';
import { readContent } from '#server/centre/files/file-contents.ts';
import type { Cell } from '#server/lib/sheets/cells.ts';
import { xlsxBook, type SheetToWrite } from '#server/lib/sheets/write-xlsx.ts';
import { personSections, type PersonSection } from './sections.ts';

type Row = Record<string, unknown>;
type Filled = PersonSection & { rows: Row[] };
type Photo = { name: string; content: Buffer };
export type PersonData = { sections: Filled[]; photos: Photo[] };

const photoColumns: Record<PersonKind, readonly [table: string, column: string]> = {
  student: ['students', 'photo_file_id'],
  guardian: ['parents', 'photo_file_id'],
  teacher: ['teachers', 'photo_file_id'],
  account: ['users', 'profile_image'],
};

async function readPhotos(
  where: Parameters<typeof readContent>[0],
  kind: PersonKind,
  ids: readonly string[],
): Promise<Photo[]> {
  const [table, column] = photoColumns[kind];
  const list = sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  const { rows } = await where.db.execute<{
    _id: string;
    type: string;
    content: Buffer | null;
    outsideSha256: string | null;
  }>(sql`
    select files.id::text as "_id", type, content, outside_sha256 as "outsideSha256"
    from files join ${sql.identifier(table)} person on person.${sql.identifier(column)} = files.id
    where person.id in (${list})`);
  const photos: Photo[] = [];
  for (const row of rows) {
    const content = await readContent(where, fileTable, row);
    photos.push({ name: `files/photo-${photos.length + 1}.${row.type.split('/')[1]}`, content });
  }
  return photos;
}

/** Everything of one person, read as of one moment. */
export async function readPersonData(
  where: Parameters<typeof readContent>[0],
  kind: PersonKind,
  ids: readonly string[],
): Promise<PersonData> {
  const sections = await where.db.transaction(
    async (tx) => {
      const filled: Filled[] = [];
      for (const section of personSections(kind, ids)) {
        const { rows } = await tx.execute<Row>(section.query);
        filled.push({ ...section, rows });
      }
      return filled;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  return { sections, photos: await readPhotos(where, kind, ids) };
}

/** The words of acts and kinds of records, which the log stores by name. */
const wordsOf: Partial<Record<string, AuditWords>> = {
  action: auditActions,
  entity: auditEntities,
};

/** A value of a cell in words; days, moments and numbers stay such. */
function cellOf(field: string, value: unknown, beside: Row, language: Language): Cell {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:]+Z$/.test(value)) return { at: value };
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return { day: value };
  const words = wordsOf[field];
  if (words && typeof value === 'string') return wordFor(words, value, language);
  return auditText(field, value, beside, { language, names: {} });
}

const MOST_OF_TITLE = 31;

function sheetOf({ title, rows }: Filled, language: Language): SheetToWrite {
  const fields = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => fields.map((one) => cellOf(one, row[one], row, language)));
  return {
    title: title[language].slice(0, MOST_OF_TITLE),
    headings: fields.map((field) => auditFieldText(field, language)),
    rows: (async function* batches() {
      yield cells;
    })(),
  };
}

/** The archive: the same data as JSON and as a workbook, and the photos. */
export function personZip({ sections, photos }: PersonData, language: Language): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  const json = Object.fromEntries(sections.map(({ key, rows }) => [key, rows]));
  zip.addBuffer(Buffer.from(JSON.stringify(json, null, 2)), 'person.json');
  const filled = sections.filter(({ rows }) => rows.length > 0);
  const book = xlsxBook(filled.map((section) => sheetOf(section, language)));
  book.once('error', (error) => out.destroy(error));
  zip.addReadStream(book, 'person.xlsx', { compress: false });
  for (const { name, content } of photos) zip.addBuffer(content, name, { compress: false });
  out.once('close', () => book.destroy());
  zip.once('error', (error: unknown) => out.destroy(error as Error));
  zip.end();
  zip.outputStream.pipe(out);
  return out;
}
