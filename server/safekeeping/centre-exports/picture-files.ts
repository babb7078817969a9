import { eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { readContent, type FileTable } from '#server/centre/files/file-contents.ts';
import type { Db } from '#server/db/client.ts';
import { announcementFileTable } from '#server/db/tables/centre/announcements.table.ts';
import { fileTable } from '#server/db/tables/centre/files.table.ts';
import type { FileStore } from '#server/lib/file-store.ts';

/** A file of a record, with the name under which it leaves. */
export type LeavingFile = { id: string; name: string; isAttachment: boolean };

const endings: Record<string, string> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'application/pdf': '.pdf',
};

/** Signs that a file system or a ZIP would take for a folder, and what no screen shows. */
const UNFIT = /[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu;
const MAX_NAME = 100;
const fit = (name: string) => name.replace(UNFIT, '-').trim().slice(0, MAX_NAME) || 'file';

/** Every photo, slip and attachment, with the code or paper of its record. */
const named = sql`
  select photo_file_id as id, 'students' as folder, student_code as name from students
  union all select photo_file_id, 'teachers', teacher_code from teachers
  union all select photo_file_id, 'parents', first_name || ' ' || last_name || ' ' || phone
    from parents
  union all select profile_image, 'accounts', first_name || ' ' || last_name from users
  union all select photo_file_id, 'products', sku from products
  union all select logo_file_id, 'centre', 'logo' from school_info
  union all select logo_file_id, 'centre', 'logo ' || code from branches
  union all select account.qr_file_id, 'centre', 'payment code ' || account.account_no
    from bank_accounts account
  union all select paid.slip_file_id, 'slips', coalesce(paper.number,
      to_char(paid.at at time zone 'Asia/Vientiane', 'YYYY-MM-DD HH24MI') || ' ' || paid.state)
    from payments paid left join receipts paper on paper.id = paid.receipt_id`;

/** Two records of one name get numbers. */
function numbered() {
  const taken = new Set<string>();
  return (folder: string, name: string, ending: string) => {
    let own = `${folder}/${name}${ending}`;
    for (let n = 2; taken.has(own.toLowerCase()); n += 1) own = `${folder}/${name} (${n})${ending}`;
    taken.add(own.toLowerCase());
    return own;
  };
}

export async function leavingFiles(db: Db): Promise<LeavingFile[]> {
  const nameOf = numbered();
  const { rows } = await db.execute<{ id: string; folder: string; name: string; type: string }>(sql`
    select distinct on (named.id) named.id, named.folder, named.name, file.type
    from (${named}) named join ${fileTable} file on file.id = named.id
    where file.purpose <> 'ended'
    order by named.id, named.folder, named.name`);
  const attached = await db
    .select({ id: announcementFileTable._id, name: announcementFileTable.name })
    .from(announcementFileTable)
    .orderBy(announcementFileTable._id);
  return [
    ...rows.map(({ id, folder, name, type }) => ({
      id,
      name: nameOf(folder, fit(name), endings[type] ?? ''),
      isAttachment: false,
    })),
    ...attached.map(({ id, name }) => {
      const [, base = name, ending = ''] = /^(.*?)(\.[A-Za-z0-9]{1,5})?$/.exec(fit(name)) ?? [];
      return { id, name: nameOf('announcements', base, ending), isAttachment: true };
    }),
  ];
}

/** The content of a file; undefined if neither the database nor the store of files has it. */
export async function leavingContent(
  where: { db: Db; files?: FileStore | undefined; log: FastifyBaseLogger },
  { id, isAttachment }: LeavingFile,
): Promise<Buffer | undefined> {
  const table: FileTable = isAttachment ? announcementFileTable : fileTable;
  const { _id, content, outsideSha256 } = table;
  const [row] = await where.db
    .select({ _id, content, outsideSha256 })
    .from(table as typeof fileTable)
    .where(eq(_id, id));
  if (!row) return undefined;
  return readContent(where, table, row).then(
    (found) => Buffer.from(found),
    () => undefined,
  );
}
