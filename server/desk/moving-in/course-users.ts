import { sql, type SQL } from 'drizzle-orm';
import type { MovingSheetKind } from '#contract/imports/moving-in.ts';
import type { Db, Tx } from '#server/db/client.ts';
import type { UndoneSoFar } from '#server/db/tables/desk/moving-in.table.ts';

/** The courses that use a record, as the list of what stays names them. */
export type CourseUsers = Pick<UndoneSoFar['kept'][number], 'usedBy'>;

type UsersOf = {
  kind: MovingSheetKind;
  ids: readonly string[];
  /** A move that is not taken back yet; its own links would go with it, and use nothing. */
  besides?: string;
};

/** The course of a row of a move that gave it the book of the link. */
const isOwnBook = (moveId: string): SQL => sql`exists (
  select from move_rows row join move_sheets sheet on sheet.id = row.sheet_id
  where row.move_id = ${moveId} and sheet.kind = 'courses' and row.state = 'in'
    and row.record_id = link.course_id
    and row.input -> 'books' @> jsonb_build_array(
      jsonb_build_object('productId', link.product_id)))`;

/** The courses that have these products as their books, by the product. */
export async function readCourseUsers(
  db: Db | Tx,
  { kind, ids, besides }: UsersOf,
): Promise<Map<string, CourseUsers>> {
  if (kind !== 'products' || ids.length === 0) return new Map();
  const goes = besides === undefined ? sql`false` : isOwnBook(besides);
  const { rows } = await db.execute<{ id: string; codes: string }>(sql`
    select link.product_id as id, string_agg(course.code, ', ' order by course.code) as codes
    from course_products link join courses course on course.id = link.course_id
    where link.product_id = any(${sql.param([...ids])}::uuid[]) and not (${goes})
    group by 1`);
  const users = new Map<string, CourseUsers>();
  for (const { id, codes } of rows) users.set(id, { usedBy: { as: 'book', name: codes } });
  return users;
}
