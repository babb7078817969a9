import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { VisitCheck } from '#contract/desk/visit-answers.ts';
import { Chance } from '#scripts/torture/chance.ts';
import { InsistentClient, noCounts } from '#scripts/torture/insistent-client.ts';
import { PRICE, prepareWorld, type World } from '#scripts/torture/world.ts';

/** The milliseconds of each answer, by act. */
export type DayTimes = Record<string, number[]>;

/** The acts of a day, and how often each comes: reads are most of them. */
const mix = [
  'people',
  'people',
  'people',
  'orders',
  'orders',
  'overview',
  'classes',
  'sale',
  'sale',
  'student',
  'paidIn',
  'smallest read',
  'smallest read',
  'smallest write',
] as const;

/** The acts that are compared with the smallest write. */
export const writes: readonly string[] = ['sale', 'student', 'paidIn', 'smallest write'];

let phones = 0;

/** Desks with the mix of a day, spread over the processes of a server. */
export class DayDesks {
  times: DayTimes = {};
  refused: string[] = [];
  readonly #origins: readonly string[];
  readonly #pauseMs: number;
  #world: World | undefined;

  constructor(origins: readonly string[], pauseMs: number) {
    this.#origins = origins;
    this.#pauseMs = pauseMs;
  }

  async prepare(): Promise<void> {
    const chance = new Chance(1);
    const options = { chance, counts: noCounts(), cutShare: 0 };
    this.#world = await prepareWorld(new InsistentClient(() => this.#origins, options));
  }

  /** Times are those of one run: the next one begins without any. */
  async run(desks: number, isOver: () => boolean): Promise<void> {
    this.times = {};
    this.refused = [];
    await Promise.all(Array.from({ length: desks }, (_, n) => this.#desk(n, isOver)));
  }

  async #desk(n: number, isOver: () => boolean): Promise<void> {
    const chance = new Chance(n + 1);
    const origin = this.#origins[n % this.#origins.length] ?? '';
    // Desks do not begin at one moment.
    await wait(chance.next() * this.#pauseMs);
    while (!isOver()) {
      const act = chance.pick(mix) ?? 'sale';
      await this.#act(origin, act, chance).catch((error: unknown) =>
        this.refused.push(`${act}: ${String(error)}`),
      );
      await wait(this.#pauseMs * 2 * chance.next());
    }
  }

  /** One request; its time is noted under `act`. */
  async #ask<Body>(origin: string, act: string, path: string, body?: object): Promise<Body> {
    const began = performance.now();
    const answer = await fetch(`${origin}/api${path}`, {
      method: body === undefined ? 'GET' : path === '/saved-views' ? 'PUT' : 'POST',
      headers: {
        authorization: `Bearer ${this.#world?.clerk}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    (this.times[act] ??= []).push(performance.now() - began);
    if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 160)}`);
    return JSON.parse(text) as Body;
  }

  #act(origin: string, act: (typeof mix)[number], chance: Chance): Promise<unknown> {
    const { branchId = '', shiftId = '' } = this.#world ?? {};
    const ask = (path: string, body?: object) => this.#ask(origin, act, path, body);
    switch (act) {
      case 'people':
        return ask(`/desk/people?search=${encodeURIComponent('ວົງ')}&branchId=${branchId}`);
      case 'orders':
        return ask(`/orders?branchId=${branchId}&count=false`);
      case 'overview':
        return ask('/overview/queue');
      case 'classes':
        return ask(`/desk/classes?branchId=${branchId}`);
      case 'smallest read':
        return ask('/auth/me');
      case 'smallest write':
        // Each desk has a screen of its own, so none waits for another.
        return ask('/saved-views', { screen: `load ${origin} ${chance.whole(5000)}`, views: [] });
      case 'student':
        return ask('/students', newStudent(branchId));
      case 'paidIn':
        return ask(`/shifts/${shiftId}/movements`, {
          kind: 'paidIn',
          currency: 'LAK',
          amount: 1000,
          reason: 'small notes',
        });
      case 'sale':
        return this.#sell(origin, chance);
    }
  }

  async #sell(origin: string, chance: Chance): Promise<void> {
    const world = this.#world;
    if (!world) return;
    const { branchId, shiftId, students, products } = world;
    const studentKey = chance.pick(students) ?? '';
    const visit = {
      branchId,
      shiftId,
      expectedTotal: PRICE,
      payer: { kind: 'student', studentKey },
      places: [],
      products: [{ key: randomUUID(), productId: chance.pick(products), quantity: 1, studentKey }],
      tenders: [{ key: randomUUID(), method: 'cash', currency: 'LAK', tendered: PRICE }],
    };
    const check = await this.#ask<VisitCheck>(origin, 'check', '/visits/check', visit);
    await this.#ask(origin, 'sale', '/visits', {
      ...visit,
      rateIds: check.rateIds,
      expectedLines: Object.fromEntries(check.lines.map(({ key, netLAK }) => [key, netLAK])),
    });
  }
}

/** A grown-up student with a phone of their own, because a known one is asked about. */
function newStudent(homeBranchId: string): object {
  phones += 1;
  return {
    firstName: `Desk ${randomUUID().slice(0, 8)}`,
    lastName: 'Load',
    gender: 'female',
    dateOfBirth: '1990-02-01',
    phone: `020 57${String(phones).padStart(6, '0')}`,
    status: 'prospect',
    guardians: [],
    homeBranchId,
  };
}
