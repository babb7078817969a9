import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { VisitAnswer, VisitCheck } from '#contract/desk/visit-answers.ts';
import type { Drawer, Shift } from '#contract/money/drawers.ts';
import type { StockLevel } from '#contract/stock/stock-levels.ts';
import { demoEmail, DEMO_PASSWORD } from '#scripts/demo-accounts.ts';

const ANSWER_LIMIT_MS = 20_000;
const TRY_AGAIN_MS = 300;
/** A write without an answer after this time counts as a fault. */
const GIVE_UP_MS = 120_000;
const NOTE = 50_000;
/** The name on every order of the desks. */
export const WALK_IN = 'Rehearsal';
/** More than all desks of a rehearsal can sell. */
const PIECES = 5000;

/** A write that a desk has made, and the answer that it was given. */
export type Write = {
  kind: 'sale' | 'student';
  key: string;
  sentAt: number;
  /** The time of the answer; nothing while the desk does not know what became of the write. */
  answeredAt?: number;
  tries: number;
  answer?: unknown;
};

export type Sale = { order: { id: string; number: string; totalLAK: number }; receipt: string };

type Caller = {
  get: <Answer>(address: string) => Promise<Answer>;
  post: <Answer>(address: string, body: object, key?: string) => Promise<Answer>;
};

async function signIn(origin: string, role: 'superadmin' | 'staff') {
  const send = async <Answer>(address: string, options: RequestInit): Promise<Answer> => {
    const answer = await fetch(`${origin}/api${address}`, {
      ...options,
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${address} answered ${answer.status} ${text.slice(0, 200)}`);
    return JSON.parse(text) as Answer;
  };
  const json = { 'content-type': 'application/json' };
  const { token, user } = await send<{ token: string; user: { branchId: string } }>('/auth/login', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: demoEmail(role), password: DEMO_PASSWORD }),
  });
  const authorization = `Bearer ${token}`;
  const caller: Caller = {
    get: (address) => send(address, { headers: { authorization } }),
    post: (address, body, key = randomUUID()) =>
      send(address, {
        method: 'POST',
        headers: { ...json, authorization, 'idempotency-key': key },
        body: JSON.stringify(body),
      }),
  };
  return { caller, branchId: user.branchId };
}

/** A sale of one piece for cash to a passer-by, which any desk can make again and again. */
async function prepareSale(origin: string) {
  const { caller: owner } = await signIn(origin, 'superadmin');
  const { caller: staff, branchId } = await signIn(origin, 'staff');
  const levels = await staff.get<StockLevel[]>('/stock-levels?pageSize=200');
  const level = levels.find((one) => one.branchId === branchId);
  const [drawer] = await staff.get<Drawer[]>('/drawers');
  if (!level || !drawer) throw new Error('The demo centre has nothing to sell');
  const shift =
    drawer.shift ??
    (await staff.post<Shift>(`/drawers/${drawer._id}/open`, { float: { LAK: 500_000 } }));
  const { productId } = level;
  const arrived = { productId, branchId, type: 'opening', quantity: PIECES, reason: 'Rehearsal' };
  await owner.post('/stock-movements', arrived);
  const line = { key: randomUUID(), productId, quantity: 1, studentKey: null };
  const payer = { kind: 'walkIn', name: WALK_IN, phone: '' };
  const visit = { branchId, payer, products: [line], expectedTotal: 0 };
  const { totalLAK, lines, rateIds } = await staff.post<VisitCheck>('/visits/check', visit);
  const tendered = Math.ceil(totalLAK / NOTE) * NOTE;
  const body = () => ({
    ...visit,
    expectedTotal: totalLAK,
    expectedLines: Object.fromEntries(lines.map(({ key, netLAK }) => [key, netLAK])),
    rateIds,
    tenders: [{ key: randomUUID(), method: 'cash', currency: 'LAK', tendered }],
    shiftId: shift._id,
  });
  return { staff, branchId, body };
}

let students = 0;
const newStudent = (homeBranchId: string) => ({
  firstName: `Rehearsal ${randomUUID().slice(0, 8)}`,
  lastName: 'Desk',
  gender: 'female',
  dateOfBirth: '1990-02-01',
  phone: `020 58${String((students += 1)).padStart(6, '0')}`,
  status: 'prospect',
  guardians: [],
  homeBranchId,
});

const saleOf = ({ order, receipt }: VisitAnswer): Sale => ({
  order: { id: order?._id ?? '', number: order?.number ?? '', totalLAK: order?.totalLAK ?? 0 },
  receipt: receipt?.number ?? '',
});

export type Desks = {
  writes: Write[];
  /** What went wrong, each message once. */
  troubles: Set<string>;
  /** Waits until every write that was begun has an answer; no other is begun. */
  finish: () => Promise<void>;
};

/**
 * Desks that sell and add students without a pause. A desk that gets no answer sends the same write
 * with the same key again, as the app does.
 */
export async function openDesks(origin: string, count: number): Promise<Desks> {
  const { staff, branchId, body } = await prepareSale(origin);
  const writes: Write[] = [];
  const troubles = new Set<string>();
  let isOver = false;
  const send = async (write: Write, address: string, sent: object) => {
    writes.push(write);
    while (write.answeredAt === undefined && performance.now() < write.sentAt + GIVE_UP_MS) {
      write.tries += 1;
      try {
        const answer = await staff.post<unknown>(address, sent, write.key);
        write.answer = write.kind === 'sale' ? saleOf(answer as VisitAnswer) : answer;
        write.answeredAt = performance.now();
      } catch (error) {
        troubles.add(String(error));
        await wait(TRY_AGAIN_MS);
      }
    }
  };
  const begun = (kind: Write['kind']): Write => ({
    kind,
    key: randomUUID(),
    sentAt: performance.now(),
    tries: 0,
  });
  const desk = async () => {
    while (!isOver) {
      await send(begun('sale'), '/visits', body());
      if (!isOver) await send(begun('student'), '/students', newStudent(branchId));
    }
  };
  const work = Promise.all(Array.from({ length: count }, desk));
  const finish = async () => {
    isOver = true;
    await work;
  };
  return { writes, troubles, finish };
}
