import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { OrderPaid } from '#contract/orders/order-payments.ts';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import { done } from './class-data.ts';
import { addParent, addStudent, newGuardian } from './people.ts';
import { branchId, type TestServer } from './test-server.ts';
import { BOOK, book, cash, insertBook, openDrawer, priced, sendVisit } from './visits.ts';

export type Bill = { orderId: string; balance: number };

/** A desk that sells books to families, some of them later to be paid. */
export async function openFamilyDesk(server: TestServer) {
  const clerk = await server.as('staff');
  const admin = await server.as('admin');
  const shift = await openDrawer(clerk);
  const vte = await branchId(server.db, 'VTE');
  const bookId = await insertBook(server.db, 10_000);

  /** A parent with one child. */
  async function family() {
    const parent = await addParent(server, admin);
    const { firstName, lastName, phone } = parent;
    const child = await addStudent(server, admin, {
      guardians: [newGuardian({ firstName, lastName, phone, parentId: parent._id })],
    });
    return { parent, parentId: parent._id, childId: child._id };
  }

  /** Sells `quantity` books, of which `paid` kip are paid at once. */
  async function bill(
    { parentId, childId }: { parentId: string; childId: string },
    quantity: number,
    paid = 0,
    more: object = {},
  ): Promise<Bill> {
    const visit = {
      branchId: vte,
      payer: { kind: 'parent', parentKey: parentId },
      products: [book(bookId, childId, { quantity, giveNow: false })],
      tenders: paid === 0 ? [] : [cash(paid)],
      shiftId: shift._id,
      ...more,
    };
    const { order } = done<VisitAnswer>(await sendVisit(clerk, await priced(clerk, visit)));
    return {
      orderId: String(order?._id),
      balance: (order?.totalLAK ?? 0) - (order?.paidLAK ?? 0) - (order?.pendingLAK ?? 0),
    };
  }

  /**
   * The plan of an order in parts that were due so many days ago; a desk plans only what is to
   * come.
   */
  async function agePlan(
    orderId: string,
    parts: readonly { daysAgo: number; amountLAK: number }[],
  ) {
    await server.db.execute(
      sql`update instalments set ended_at = now() where order_id = ${orderId} and ended_at is null`,
    );
    for (const [at, { daysAgo, amountLAK }] of parts.entries()) {
      await server.db.execute(
        sql`insert into instalments (id, order_id, position, due_on, amount_lak, at) values (gen_random_uuid(), ${orderId}, ${at + 1}, (now() at time zone 'Asia/Vientiane')::date - ${daysAgo}::int, ${amountLAK}, now())`,
      );
    }
  }

  const pay = async (
    bills: readonly (Bill & { atMostLAK?: number })[],
    sum: number,
    more: object = {},
  ) =>
    done<OrderPaid>(
      await clerk.post(`/orders/${bills[0]?.orderId}/payments`, {
        debts: bills.map(({ orderId, balance, ...debt }) => ({
          orderId,
          expectedBalance: balance,
          ...debt,
        })),
        tenders: sum === 0 ? [] : [cash(sum)],
        shiftId: shift._id,
        ...more,
      }),
    );

  /** Bank money that nobody has confirmed. */
  async function slip(tendered: number) {
    const [account] = (
      await server.db.execute<{ id: string }>(
        sql`insert into bank_accounts (id, branch_id, bank, currency, account_name, account_no) values (gen_random_uuid(), ${vte}, 'BCEL', 'LAK', 'CENTRE', '1') returning id`,
      )
    ).rows;
    return {
      key: randomUUID(),
      method: 'transfer',
      currency: 'LAK',
      tendered,
      bankAccountId: account?.id,
      reference: randomUUID(),
    };
  }

  return { clerk, admin, shift, vte, bookId, family, bill, agePlan, pay, slip, price: BOOK };
}
