import { eq, inArray } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { TransferPreview } from '#contract/classes/transfer-preview.ts';
import type { Transfer } from '#contract/classes/transfers.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { done } from './class-data.ts';
import { insertClass } from './class-rows.ts';
import { openPlaceDesk, type Sold } from './sold-place.ts';
import { branchId, emailOf, password, type Client, type TestServer } from './test-server.ts';

type Where = { toClassId: string; effectiveDate: string; keepDiscounts?: boolean };

/** An admin of a branch other than the first. */
export async function signInAdminOf(server: TestServer, branch: string): Promise<Client> {
  const [like] = await server.db
    .select()
    .from(userTable)
    .where(eq(userTable.email, emailOf('admin')));
  if (!like) throw new Error('No admin');
  const email = `admin.${branch}@branchdesk.test`;
  await server.db.insert(userTable).values({ ...like, _id: uuidv7(), email, branchId: branch });
  return server.signIn(email, password);
}

/**
 * A desk that sells places and asks for other classes, an admin of each branch, and a superadmin.
 */
export async function openTransferDesk(server: TestServer) {
  const { db } = server;
  const desk = await openPlaceDesk(server);
  const lpb = await branchId(db, 'LPB');
  const admin = await server.as('admin');
  const owner = await server.as('superadmin');
  const lpbAdmin = await signInAdminOf(server, lpb);

  const preview = async (
    { enrolmentId }: Pick<Sold, 'enrolmentId'>,
    { toClassId, effectiveDate, keepDiscounts = true }: Where,
    client: Client = desk.clerk,
  ) =>
    done<TransferPreview>(
      await client.get(
        `/transfers/preview?enrolmentId=${enrolmentId}&toClassId=${toClassId}&effectiveDate=${effectiveDate}&keepDiscounts=${String(keepDiscounts)}`,
      ),
    );

  /** The request as the screen sends it after it has shown the difference. */
  async function input(
    one: Pick<Sold, 'enrolmentId'>,
    where: Where,
    more: object = {},
    client: Client = desk.clerk,
  ) {
    const { sums } = await preview(one, where, client);
    return {
      enrolmentId: one.enrolmentId,
      ...where,
      reasonCode: 'schedule',
      reason: 'works on Mondays',
      acceptWarnings: true,
      expectedDifference: sums.differenceLAK,
      ...more,
    };
  }

  return {
    ...desk,
    lpb,
    admin,
    owner,
    lpbAdmin,
    preview,
    input,
    /**
     * Another class of the same course, early on another day, so that nobody is in both at once.
     */
    target: async (one: Pick<Sold, 'classId'>, fields: Parameters<typeof insertClass>[1] = {}) => {
      const [course] = await db
        .select({ code: courseTable.code })
        .from(courseTable)
        .where(
          inArray(
            courseTable._id,
            db
              .select({ courseId: classTable.courseId })
              .from(classTable)
              .where(eq(classTable._id, one.classId)),
          ),
        );
      return insertClass(db, {
        ...(course && { course: course.code }),
        slots: [{ weekday: 3, start: '06:00', end: '07:30' }],
        ...fields,
      });
    },
    ask: async (
      one: Pick<Sold, 'enrolmentId'>,
      where: Where,
      more: object = {},
      client: Client = desk.clerk,
    ) => done<Transfer>(await client.post('/transfers', await input(one, where, more, client))),
    decide: (
      client: Client,
      { _id, version }: Pick<Transfer, '_id' | 'version'>,
      more: object = {},
    ) => client.post(`/transfers/${_id}/decide`, { version, decision: 'approve', ...more }),
    enrolment: async (_id: string) =>
      (await db.select().from(enrolmentTable).where(eq(enrolmentTable._id, _id)))[0],
    order: async (_id: string) =>
      (await db.select().from(orderTable).where(eq(orderTable._id, _id)))[0],
  };
}
