import { randomUUID } from 'node:crypto';
import type { VisitAnswer, VisitCheck, VisitUndone } from '#contract/desk/visit-answers.ts';
import type { Slip } from '#contract/money/verify.ts';
import type { Shift } from '#contract/money/drawers.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import type { OrderPaid } from '#contract/orders/order-payments.ts';
import type { Refunded } from '#contract/orders/refunds.ts';
import type { Chance } from './chance.ts';
import type { InsistentClient } from './insistent-client.ts';
import { addStudent, PRICE, type World } from './world.ts';

/** Notes of the cash in the drawer, as a person at the desk writes them down. */
export type Cash = { kip: number };

const STEP = 1000;

/** The acts of a desk and how often each comes. */
const acts = {
  sale: 6,
  slip: 2,
  partly: 2,
  pay: 2,
  verify: 2,
  refund: 1,
  undo: 1,
  void: 1,
  stock: 1,
  student: 2,
  paidIn: 1,
} as const;
type Act = keyof typeof acts;
const drawn = (Object.keys(acts) as Act[]).flatMap((act) => Array<Act>(acts[act]).fill(act));

/** One desk: does random acts, and remembers the orders it made. */
export class Desk {
  readonly #client: InsistentClient;
  readonly #chance: Chance;
  readonly #world: World;
  readonly #cash: Cash;
  readonly #orders: string[] = [];
  #lastVisit: string | undefined;

  constructor(client: InsistentClient, { chance, world, cash }: DeskOptions) {
    this.#client = client;
    this.#chance = chance;
    this.#world = world;
    this.#cash = cash;
  }

  /** Works until `isOver`. */
  async work(isOver: () => boolean): Promise<void> {
    while (!isOver()) await this.#do(this.#chance.pick(drawn) ?? 'sale');
  }

  #do(act: Act): Promise<unknown> {
    switch (act) {
      case 'sale':
      case 'slip':
      case 'partly':
        return this.#sell(act);
      case 'pay':
        return this.#pay();
      case 'verify':
        return this.#verify();
      case 'refund':
        return this.#refund();
      case 'undo':
        return this.#undo();
      case 'void':
        return this.#void();
      case 'stock':
        return this.#moveStock();
      case 'student':
        return this.#addStudent();
      case 'paidIn':
        return this.#payIn();
    }
  }

  async #sell(how: 'sale' | 'slip' | 'partly'): Promise<void> {
    const { branchId, shiftId, products, students, bankAccountId, clerk } = this.#world;
    const studentKey = this.#chance.pick(students) ?? '';
    const quantity = 1 + this.#chance.whole(3);
    const total = quantity * PRICE;
    const tendered = how === 'partly' ? PRICE / 2 : total;
    const visit = {
      branchId,
      shiftId,
      expectedTotal: total,
      payer: { kind: 'student', studentKey },
      places: [],
      products: [
        { key: randomUUID(), productId: this.#chance.pick(products), quantity, studentKey },
      ],
      tenders: [
        how === 'slip'
          ? { method: 'transfer', bankAccountId, reference: randomUUID() }
          : { method: 'cash' },
      ].map((of) => ({ key: randomUUID(), currency: 'LAK', tendered, ...of })),
    };
    const check = await this.#client.post<VisitCheck>('/visits/check', visit, clerk);
    if (!check) return;
    const asked = {
      ...visit,
      rateIds: check.rateIds,
      expectedTotal: check.totalLAK,
      expectedLines: Object.fromEntries(check.lines.map(({ key, netLAK }) => [key, netLAK])),
    };
    const answer = await this.#client.post<VisitAnswer>('/visits', asked, clerk);
    if (!answer?.order) return;
    if (how !== 'slip')
      this.#cash.kip += tendered - answer.change.reduce((sum, { amount }) => sum + amount, 0);
    this.#orders.push(answer.order._id);
    this.#lastVisit = answer.order._id;
  }

  /** An order of this desk as it is now. */
  async #order(): Promise<OrderPage | undefined> {
    const orderId = this.#chance.pick(this.#orders);
    if (orderId === undefined) return undefined;
    return this.#client.get<OrderPage>(`/orders/${orderId}`, this.#world.owner);
  }

  async #pay(): Promise<void> {
    const { shiftId, clerk } = this.#world;
    const order = await this.#order();
    if (order?.state !== 'confirmed') return;
    const owed = order.totalLAK - order.paidLAK - order.pendingLAK;
    if (owed <= 0) return;
    const tendered = Math.ceil(owed / STEP) * STEP;
    const answer = await this.#client.post<OrderPaid>(
      `/orders/${order._id}/payments`,
      {
        debts: [{ orderId: order._id, expectedBalance: owed }],
        shiftId,
        tenders: [{ key: randomUUID(), method: 'cash', currency: 'LAK', tendered }],
      },
      clerk,
    );
    if (answer)
      this.#cash.kip += tendered - answer.change.reduce((sum, { amount }) => sum + amount, 0);
  }

  async #verify(): Promise<void> {
    const { owner, branchId } = this.#world;
    const at = `/verification/slips?branchId=${branchId}`;
    const slip = this.#chance.pick(await this.#client.get<Slip[]>(at, owner));
    if (!slip) return;
    const rejects = this.#chance.whole(4) === 0;
    await this.#client.post(
      `/verification/slips/${slip._id}/${rejects ? 'reject' : 'confirm'}`,
      rejects ? { reason: 'never came' } : { lineId: null },
      owner,
    );
  }

  async #refund(): Promise<void> {
    const { shiftId, owner } = this.#world;
    const order = await this.#order();
    const paid = order?.payments.find(
      ({ state, amountLAK }) => state === 'confirmed' && amountLAK >= STEP,
    );
    if (!paid) return;
    const body = { way: 'cash', shiftId, reason: 'asked back', amountLAK: STEP };
    const answer = await this.#client.post<Refunded>(`/payments/${paid._id}/refund`, body, owner);
    this.#cash.kip -= answer?.paidOutLAK ?? 0;
  }

  async #undo(): Promise<void> {
    const orderId = this.#lastVisit;
    this.#lastVisit = undefined;
    if (orderId === undefined) return;
    const answer = await this.#client.post<VisitUndone>(
      `/visits/${orderId}/undo`,
      {},
      this.#world.clerk,
    );
    this.#handBack(answer);
  }

  async #void(): Promise<void> {
    const order = await this.#order();
    if (!order || order.voidedAt !== null) return;
    const body = { reason: 'wrong child', expectedCame: order.paidLAK + order.pendingLAK };
    const path = `/orders/${order._id}/void`;
    this.#handBack(await this.#client.post<VisitUndone>(path, body, this.#world.owner));
  }

  #handBack(undone: VisitUndone | undefined): void {
    for (const { amount } of undone?.handBack ?? []) this.#cash.kip -= amount;
  }

  #moveStock(): Promise<unknown> {
    const { branchId, products, owner } = this.#world;
    const productId = this.#chance.pick(products);
    const body = { productId, branchId, type: 'loss', quantity: 1, reason: 'torn' };
    return this.#client.post('/stock-movements', body, owner);
  }

  #addStudent(): Promise<unknown> {
    return addStudent(this.#client, this.#world);
  }

  async #payIn(): Promise<void> {
    const { shiftId, clerk } = this.#world;
    const amount = STEP * (1 + this.#chance.whole(20));
    const body = { kind: 'paidIn', currency: 'LAK', amount, reason: 'small notes' };
    if (await this.#client.post<Shift>(`/shifts/${shiftId}/movements`, body, clerk))
      this.#cash.kip += amount;
  }
}

type DeskOptions = { chance: Chance; world: World; cash: Cash };
