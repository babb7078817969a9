import { sql, type SQL } from 'drizzle-orm';
import type { MovingSheetKind } from '#contract/imports/moving-in.ts';
import type { Db, Tx } from '#server/db/client.ts';
import type { UndoneSoFar } from '#server/db/tables/desk/moving-in.table.ts';
import { isNamedBy, readReferences } from './record-references.ts';

/** The courses that use a record, as the list of what stays names them. */
export type CourseUsers = Pick<UndoneSoFar['kept'][number], 'usedBy'>;

type UsersOf = {
  kind: MovingSheetKind;
  ids: readonly string[];
  /** A move that is not taken back yet; its own links would go with it, and use nothing. */
  besides?: string;
};

/** True for a book that a row of a move has given to its course; `link` has both. */
const isOwnBook = (moveId: string, link: SQL): SQL => sql`exists (
  select from move_rows row join move_sheets sheet on sheet.id = row.sheet_id
  where row.move_id = ${moveId} and sheet.kind = 'courses' and row.state = 'in'
    and row.record_id = ${link}.course_id
    and row.input -> 'books' @> jsonb_build_array(
      jsonb_build_object('productId', ${link}.product_id)))`;

/** Every pair of a product and a course whose book it is. */
const booksOf = (ids: SQL, besides: string | undefined): SQL => sql`
  select link.product_id as id, course.code
  from course_products link join courses course on course.id = link.course_id
  where link.product_id = any(${ids})
    and not (${besides === undefined ? sql`false` : isOwnBook(besides, sql`link`)})`;

/** True for a course whose next one a row of a move has set. */
const isOwnNext = (moveId: string): SQL => sql`exists (
  select from move_rows row
  where row.sheet_id in (
      select id from move_sheets where move_id = ${moveId} and kind = 'courses')
    and row.state = 'in' and row.record_id = course.id
    and row.input ->> 'nextCourseId' = course.next_course_id::text)`;

/** Every pair of a course and another one that leads to it. */
const leadingTo = (ids: SQL, besides: string | undefined): SQL => sql`
  select course.next_course_id as id, course.code from courses course
  where course.next_course_id = any(${ids}) and course.id <> course.next_course_id
    and not (${besides === undefined ? sql`false` : isOwnNext(besides)})`;

type Pair = { id: string; code: string };

function usersIn(rows: readonly Pair[], as: 'book' | 'nextCourse'): Map<string, CourseUsers> {
  const users = new Map<string, CourseUsers>();
  for (const { id, code } of rows) {
    const before = users.get(id)?.usedBy?.name;
    const name = before === undefined ? code : `${before}, ${code}`;
    users.set(id, { usedBy: { as, name } });
  }
  return users;
}

/** The courses that have these products as their books, or that lead to these courses. */
export async function readCourseUsers(
  db: Db | Tx,
  { kind, ids, besides }: UsersOf,
): Promise<Map<string, CourseUsers>> {
  if ((kind !== 'products' && kind !== 'courses') || ids.length === 0) return new Map();
  const pairs = kind === 'products' ? booksOf : leadingTo;
  const asked = sql`${sql.param([...ids])}::uuid[]`;
  const { rows } = await db.execute<Pair>(
    sql`select id, code from (${pairs(asked, besides)}) pair order by code`,
  );
  return usersIn(rows, kind === 'products' ? 'book' : 'nextCourse');
}

/**
 * Those of some added courses of a move to which a course leads that stays, with the courses that
 * do: one that the move has not added, one that somebody has changed or that anything names, and in
 * turn each to which such a course leads. They stay too, so that no course loses its next one.
 * Classes and places of the move are taken back before its courses; a next course that the move has
 * given to one that was there is put back.
 */
export async function readLedTo(
  tx: Tx,
  { kind, moveId, ids }: { kind: MovingSheetKind; moveId: string; ids: readonly string[] },
): Promise<Map<string, CourseUsers>> {
  if (kind !== 'courses' || ids.length === 0) return new Map();
  const references = (await readReferences(tx)).filter(
    ({ table, to }) => to === 'courses' && table !== 'courses',
  );
  const uses = references.map((of) => {
    const goes = of.table === 'course_products' ? isOwnBook(moveId, sql`named`) : sql`false`;
    return isNamedBy(of, sql`made.id`, goes);
  });
  const { rows } = await tx.execute<Pair>(sql`
    with recursive made as (
      select course.id, course.version from courses course join move_rows row on row.id = course.id
      where row.move_id = ${moveId} and row.state = 'in'
    ), stays as (
      select course.id, course.code,
        case when made.id is null and ${isOwnNext(moveId)} then null
          else course.next_course_id end as next_course_id
      from courses course left join made on made.id = course.id
      where made.id is null or made.version > 1 or ${sql.join(uses, sql` or `)}
      union
      select next.id, next.code, next.next_course_id
      from courses next join stays on stays.next_course_id = next.id
    )
    select next_course_id as id, code from stays
    where next_course_id = any(${sql.param([...ids])}::uuid[]) and next_course_id <> id
    order by code`);
  return usersIn(rows, 'nextCourse');
}
