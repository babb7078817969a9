import { sql } from 'drizzle-orm';
import type { Drawer } from '#contract/money/drawers.ts';
import { done } from './class-data.ts';
import { insertClass, insertProspects } from './class-rows.ts';
import type { Client, TestServer } from './test-server.ts';
import { BOOK, insertBook } from './visits.ts';

/** The seats of each class. */
export const SEATS = 2;
/** By so much the book is dearer for which some are exchanged. */
export const DEARER = 20_000;

/** Enough that most desks sell one, too few for all that they want. */
const BOOKS = 40;

/** The notes into and out of each drawer, as somebody at the desk would write them down. */
export class Notes {
  readonly #byShift = new Map<string, number>();
  add(shiftId: string, kip: number) {
    this.#byShift.set(shiftId, (this.#byShift.get(shiftId) ?? 0) + kip);
  }
  get all() {
    return [...this.#byShift];
  }
}

/**
 * The centre of one history. It has few students, seats and books, so that the desks get in each
 * other's way.
 */
export type BooksWorld = {
  students: string[];
  classes: string[];
  bookId: string;
  dearBookId: string;
  notes: Notes;
};

export async function newBooksWorld(
  server: TestServer,
  clerk: Client,
  course: string,
): Promise<BooksWorld> {
  const students = (await insertProspects(server.db, 6)).map(({ _id }) => String(_id));
  const classes = await Promise.all(
    [0, 1, 2].map(
      async (at) =>
        (
          await insertClass(server.db, {
            course,
            capacity: SEATS,
            slots: [{ weekday: 1 + at, start: '05:00', end: '06:00' }],
          })
        )._id,
    ),
  );
  const bookId = await insertBook(server.db, BOOKS);
  const dearBookId = await insertBook(server.db, BOOKS);
  await server.db.execute(
    sql`update products set price = ${BOOK + DEARER} where id = ${dearBookId}`,
  );
  await server.db.execute(
    sql`insert into stock_movements (id, product_id, branch_id, type, qty_change, qty_after, seq, paper, at) select gen_random_uuid(), product_id, branch_id, 'opening', ${BOOKS}, ${BOOKS}, 1, 'hand', now() from stock_levels where product_id in (${bookId}, ${dearBookId})`,
  );
  await server.db.execute(
    sql`update stock_levels set seq = 1 where product_id in (${bookId}, ${dearBookId})`,
  );
  const notes = new Notes();
  const [drawer] = done<Drawer[]>(await clerk.get('/drawers'));
  if (drawer?.shift?.expected) notes.add(drawer.shift._id, drawer.shift.expected.LAK);
  return { students, classes, bookId, dearBookId, notes };
}
