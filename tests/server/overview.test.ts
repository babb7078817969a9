import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BalanceRow } from '#contract/orders/balances.ts';
import type { FiguresAnswer } from '#contract/reports/figures.ts';
import type {
  CourseSeats,
  DiskSpace,
  EnrolmentWeek,
  MoneyToday,
  QueueAnswer,
  ReceivablesNow,
} from '#contract/reports/overview.ts';
import {
  DISK_LOW_BYTES,
  MOST_OF_KIND,
  OVERVIEW_WEEKS,
  type QueueKind,
} from '#contract/reports/overview-parts.ts';
import { dayInLaos, addDays, mondayOf } from '#contract/dates.ts';
import type { Missing } from '#contract/classes/class-overview.ts';
import { raiseAlert } from '#server/centre/alerts/raise-alert.ts';
import { done } from '#tests/helpers/class-data.ts';
import { readReport } from '#tests/helpers/report-rows.ts';
import { Client, startTestServer, type TestServer } from '#tests/helpers/test-server.ts';
import { openTransferDesk } from '#tests/helpers/transfers.ts';
import { cash, insertBook, insertCourse, TUITION } from '#tests/helpers/visits.ts';

let server: TestServer;
let desk: Awaited<ReturnType<typeof openTransferDesk>>;
let finance: Client;
const today = dayInLaos();
beforeAll(async () => {
  server = await startTestServer();
  desk = await openTransferDesk(server);
  finance = await server.as('finance');
});
afterAll(() => server.close());

const run = (query: string) => server.db.execute<Record<string, string>>(sql.raw(query));
const read = async <Answer>(client: Client, part: string, branch?: string) =>
  done<Answer>(
    await client.get(`/overview/${part}${branch === undefined ? '' : `?branchId=${branch}`}`),
  );
const queue = (client: Client, branch?: string) => read<QueueAnswer>(client, 'queue', branch);
const ofKind = async (client: Client, kind: QueueKind, branch?: string) =>
  (await queue(client, branch)).rows.filter((row) => row.kind === kind);
const figures = async (client: Client, branch?: string) =>
  done<FiguresAnswer>(
    await client.get(
      `/figures?from=${today}&to=${today}${branch === undefined ? '' : `&branchId=${branch}`}`,
    ),
  );
const sumOf = (rows: readonly { amountLAK: number }[]) =>
  rows.reduce((sum, { amountLAK }) => sum + amountLAK, 0);

describe('what waits for somebody', () => {
  it('lists a hold that ends within a day until it has ended', async () => {
    const dear = await insertCourse(server.db, { minDeposit: 300_000 });
    const held = await desk.sold({ tenders: [cash(100_000)], hold: true }, { course: dear });
    await run(
      `update orders set hold_until = now() + interval '3 days' where id = '${held.orderId}'`,
    );
    expect(await ofKind(desk.clerk, 'hold')).toEqual([]);
    await run(
      `update orders set hold_until = now() + interval '10 minutes' where id = '${held.orderId}'`,
    );
    expect(await ofKind(desk.clerk, 'hold')).toMatchObject([
      { _id: held.orderId, mayAct: true, amountLAK: TUITION - 100_000 },
    ]);
    expect(await ofKind(desk.lpbAdmin, 'hold')).toEqual([]);
    // The task has an hour. So only a session that was over earlier today comes before it, which
    // happens on some days.
    const midnight = new Date(`${today}T00:00:00+07:00`).toISOString();
    const { rows } = await queue(desk.admin);
    expect(
      rows.find(({ kind, at }) => kind !== 'attendance' || at === null || at < midnight),
    ).toMatchObject({ kind: 'hold' });
    await run(
      `update orders set hold_until = now() - interval '1 minute' where id = '${held.orderId}'`,
    );
    expect(await ofKind(desk.clerk, 'hold')).toEqual([]);
  });

  it('shows slips with a button to finance, as number and sum to an admin, and not to staff', async () => {
    const [account] = (
      await run(`select id from bank_accounts where branch_id = '${desk.vte}' and currency = 'LAK'`)
    ).rows;
    await desk.sold({
      tenders: [
        { ...cash(TUITION), method: 'transfer', bankAccountId: account?.['id'], reference: 'OV-1' },
      ],
    });
    const { toVerify } = await figures(finance);
    const seen = { n: toVerify.count, amountLAK: toVerify.sumLAK };
    expect(await ofKind(finance, 'slips')).toMatchObject([{ ...seen, mayAct: true }]);
    expect(await ofKind(desk.admin, 'slips')).toMatchObject([{ ...seen, mayAct: false }]);
    expect(await ofKind(desk.clerk, 'slips')).toEqual([]);
    expect(await ofKind(desk.lpbAdmin, 'slips')).toEqual([]);
    expect(await ofKind(desk.owner, 'slips', desk.lpb)).toEqual([]);
  });

  it('lists overdue balances by family for finance and as one sum for an admin', async () => {
    const course = await insertCourse(server.db, { minDeposit: 300_000 });
    const part = await desk.sold({ tenders: [cash(300_000)] }, { course });
    await run(`update instalments set ended_at = now() where order_id = '${part.orderId}'`);
    await run(
      `insert into instalments (id, order_id, position, due_on, amount_lak, at) select gen_random_uuid(), '${part.orderId}', 99, '${addDays(today, -6)}', 1, now()`,
    );
    const families = done<BalanceRow[]>(await finance.get('/balances?age=overdue'));
    const rows = await ofKind(finance, 'overdue');
    expect(rows).not.toEqual([]);
    expect(rows.map(({ toId }) => toId).sort()).toEqual(
      families.map(({ payerId }) => payerId).sort(),
    );
    const overdue = (await read<ReceivablesNow>(desk.admin, 'receivables')).overdueLAK;
    expect(overdue).toBe(rows.reduce((sum, { amountLAK }) => sum + (amountLAK ?? 0), 0));
    expect(await ofKind(desk.admin, 'overdue')).toMatchObject([
      { n: families.length, amountLAK: overdue, mayAct: false },
    ]);
    expect(await ofKind(desk.clerk, 'overdue')).toEqual([]);
  });

  it('lists sessions without attendance until it is taken, but not for finance', async () => {
    const [one] = (
      await run(
        `select session.id from class_sessions session
         join enrolments place on place.class_id = session.class_id and place.status = 'active'
           and place.start_date < '${addDays(today, -1)}'
         where session.branch_id = '${desk.vte}' and session.status = 'scheduled' limit 1`,
      )
    ).rows;
    await run(
      `update class_sessions set date = '${addDays(today, -1)}', attendance_taken_at = null where id = '${one?.['id']}'`,
    );
    const before = await queue(desk.clerk);
    expect(before.counts.attendance).toBeGreaterThan(0);
    expect(before.rows.filter(({ kind }) => kind === 'attendance').length).toBeLessThanOrEqual(
      MOST_OF_KIND,
    );
    expect((await queue(finance)).counts.attendance).toBeUndefined();
    await run(`update teachers set first_name_en = 'Latin', last_name_en = 'Teacher'`);
    expect(
      (await ofKind(desk.clerk, 'attendance')).some(
        ({ detail, detailLo }) =>
          detail === 'Latin Teacher' && detailLo !== '' && detailLo !== detail,
      ),
    ).toBe(true);
    await run(`update class_sessions set attendance_taken_at = now() where id = '${one?.['id']}'`);
    expect((await queue(desk.clerk)).counts.attendance ?? 0).toBe(
      (before.counts.attendance ?? 0) - 1,
    );
  });

  it('lists a change of class for the admin of the branch that decides', async () => {
    const place = await desk.sold();
    const there = await desk.target(place);
    const asked = await desk.ask(place, {
      toClassId: there._id,
      effectiveDate: place.days[1] ?? '',
    });
    expect(await ofKind(desk.admin, 'transfer')).toMatchObject([{ _id: asked._id, mayAct: true }]);
    expect([await ofKind(desk.clerk, 'transfer'), await ofKind(desk.lpbAdmin, 'transfer')]).toEqual(
      [[], []],
    );
    // The name goes both ways, as the interface may speak either language.
    await run(
      `update students set first_name = 'ນ້ອຍ', last_name = 'ວົງສາ', first_name_en = 'Noy', last_name_en = 'Vongsa' where id = '${place.studentId}'`,
    );
    expect(await ofKind(desk.admin, 'transfer')).toMatchObject([
      { name: 'Noy Vongsa', nameLo: 'ນ້ອຍ ວົງສາ' },
    ]);
    done(await desk.decide(desk.admin, asked));
    expect(await ofKind(desk.admin, 'transfer')).toEqual([]);
  });

  it('lists a drawer that is open since an earlier day, and that day', async () => {
    expect(await ofKind(desk.clerk, 'shift')).toEqual([]);
    await run(`update shifts set day = '${addDays(today, -1)}' where id = '${desk.shift._id}'`);
    expect(await ofKind(desk.clerk, 'shift')).toMatchObject([
      { _id: desk.shift._id, mayAct: true },
    ]);
    expect(await ofKind(desk.admin, 'day')).toMatchObject([
      { _id: addDays(today, -1), mayAct: false },
    ]);
    expect(await ofKind(finance, 'day')).toMatchObject([{ mayAct: true }]);
    expect(await ofKind(desk.clerk, 'day')).toEqual([]);
    expect((await ofKind(desk.owner, 'day')).map(({ branchCode }) => branchCode)).toContain('VTE');
    await run(`update shifts set day = '${today}' where id = '${desk.shift._id}'`);
    expect(await ofKind(desk.clerk, 'shift')).toEqual([]);
  });

  it('lists classes that start soon with too few students, no teacher or no room', async () => {
    const place = await desk.sold();
    const set = (columns: string) =>
      run(`update classes set ${columns} where id = '${place.classId}'`);
    const mine = async (kind: QueueKind) =>
      (await queue(desk.owner, desk.vte)).rows.filter(
        (row) => row._id === place.classId && row.kind === kind,
      );
    await run(
      `update classes set start_date = '${addDays(today, 60)}' where branch_id = '${desk.vte}'`,
    );
    await set(
      `start_date = '${addDays(today, 3)}', min_students = 5, teacher_id = null, room_id = null, status = 'open', delivery_mode = 'onSite'`,
    );
    await run(`delete from class_sessions where class_id = '${place.classId}'`);
    expect(await mine('underMinimum')).toMatchObject([{ n: 1, of: 5, held: 0 }]);
    const state = (to: string) =>
      run(`update enrolments set ${to} where class_id = '${place.classId}'`);
    await state(`status = 'pending', seat_hold_until = now() + interval '1 day'`);
    expect(await mine('underMinimum')).toMatchObject([{ n: 0, of: 5, held: 1 }]);
    await state(`status = 'active', seat_hold_until = null`);
    expect([(await mine('noTeacher')).length, (await mine('noRoom')).length]).toEqual([1, 1]);
    await set(
      `min_students = 1, delivery_mode = 'online', teacher_id = (select id from teachers limit 1)`,
    );
    for (const kind of ['underMinimum', 'noTeacher', 'noRoom'] as const)
      expect(await mine(kind), kind).toEqual([]);
    expect((await queue(finance)).counts.noTeacher).toBeUndefined();
  });

  it.each([
    ['has met', -9, -2, false],
    ['started on a day without a session, and meets today', -2, 0, true],
    ['meets on the last of the days', 13, 14, true],
    ['meets after them', 13, 16, false],
  ] as const)(
    'counts a class from its first session, as Class Overview and the report do: it %s',
    async (_name, start, first, isSoon) => {
      const { classId } = await desk.sold();
      await run(
        `update classes set start_date = '${addDays(today, start)}', min_students = 5, teacher_id = null, room_id = null, status = 'open', delivery_mode = 'onSite' where id = '${classId}'`,
      );
      await run(`update class_sessions set status = 'cancelled' where class_id = '${classId}'`);
      await run(
        `update class_sessions set status = 'scheduled', date = '${addDays(today, first)}' where id = (select min(id::text)::uuid from class_sessions where class_id = '${classId}')`,
      );
      const { rows } = await queue(desk.owner, desk.vte);
      const { underMinimum } = done<Missing>(
        await desk.owner.get(`/class-overview/missing?branchId=${desk.vte}`),
      );
      const [report] = await readReport(
        desk.owner,
        'enrolment',
        `from=${today}&to=${today}&figure=underMinimum&classId=${classId}`,
      );
      const found = {
        queue: rows.filter(({ _id }) => _id === classId).map(({ kind }) => kind),
        overview: underMinimum.rows.filter((row) => row.classId === classId).length,
        report: report?.total[0],
      };
      expect(found).toEqual(
        isSoon
          ? { queue: ['underMinimum', 'noTeacher', 'noRoom'], overview: 1, report: 1 }
          : { queue: [], overview: 0, report: 0 },
      );
    },
  );

  it('lists low stock, and stock that has been on its way for a week', async () => {
    const product = await insertBook(server.db, 3);
    const level = (n: number) =>
      run(
        `update stock_levels set reorder_level = ${n} where product_id = '${product}' and branch_id = '${desk.vte}'`,
      );
    const low = async (client: Client) =>
      (await ofKind(client, 'lowStock')).filter(({ toId }) => toId === product);
    await level(2);
    expect(await low(finance)).toEqual([]);
    await level(100);
    expect(await low(finance)).toMatchObject([{ n: 3, of: 100 }]);
    expect([await low(desk.clerk), await low(desk.lpbAdmin)]).toEqual([[], []]);
    await run(
      `insert into stock_transfers (id, number, from_branch_id, to_branch_id, note, status, sent_at, search) values (gen_random_uuid(), 'T-1', '${desk.vte}', '${desk.lpb}', '', 'sent', now() - interval '8 days', '')`,
    );
    for (const client of [desk.admin, desk.lpbAdmin])
      expect((await ofKind(client, 'stockTransfer')).map(({ code }) => code)).toContain('T-1');
    await run(`update stock_transfers set sent_at = now() where number = 'T-1'`);
    expect((await ofKind(desk.admin, 'stockTransfer')).map(({ code }) => code)).not.toContain(
      'T-1',
    );
  });

  it('lists rates that nobody has entered since yesterday', async () => {
    expect(await ofKind(desk.clerk, 'rates')).toEqual([]);
    const rates = (days: number) =>
      run(
        `insert into exchange_rates (id, currency, rate_to_lak, note, created_by, created_at, search) select gen_random_uuid(), 'THB', 660, '', '', now() - interval '${days} days', ''`,
      );
    await rates(2);
    expect((await ofKind(finance, 'rates'))[0]?.code).toContain('THB');
    await rates(0);
    expect((await ofKind(finance, 'rates'))[0]?.code ?? '').not.toContain('THB');
  });

  it('shows alerts to superadmins alone, and lets one who is not their subject close them with a note', async () => {
    const { rows: owners } = await run(`select id from users where role = 'superadmin'`);
    const owner = owners[0]?.['id'] ?? '';
    await raiseAlert(server.db, {
      kind: 'firstRate',
      branchId: desk.vte,
      subjectId: owner,
      detail: 'USD 21,640',
    });
    const mine = async (client: Client) =>
      (await ofKind(client, 'alert')).filter(({ detail }) => detail === 'USD 21,640');
    const [row] = await mine(desk.owner);
    expect(row).toMatchObject({ code: 'firstRate', branchId: desk.vte, n: 1 });
    for (const client of [desk.clerk, finance, desk.admin]) expect(await mine(client)).toEqual([]);
    const close = (client: Client, note = 'Checked with the bank') =>
      client.post(`/alerts/${row?._id}/close`, { note });
    expect((await close(desk.admin)).statusCode).toBe(403);
    expect((await close(desk.owner, ' ')).statusCode).toBe(400);
    expect((await close(desk.owner)).json()).toMatchObject({ isOwn: true });
    expect((await close(desk.owner)).json()).toMatchObject({ code: 'alertClosed' });
    expect(await mine(desk.owner)).toEqual([]);
  });

  it('counts each kind and shows nothing of another branch', async () => {
    const { rows, counts, total } = await queue(desk.owner);
    expect(total).toBe(Object.values(counts).reduce((sum, count) => sum + count, 0));
    expect(Object.keys(counts).sort()).toEqual([...new Set(rows.map(({ kind }) => kind))].sort());
    const own = await queue(desk.admin);
    expect(
      own.rows.every(
        ({ branchId, kind }) =>
          branchId === null ||
          branchId === desk.vte ||
          kind === 'stockTransfer' ||
          kind === 'transfer',
      ),
    ).toBe(true);
    expect((await desk.admin.get(`/overview/queue?branchId=${desk.lpb}`)).statusCode).toBe(404);
  });
});

describe('the other parts of the overview', () => {
  it('show the same sums as the figures', async () => {
    for (const branch of [desk.vte, desk.lpb, undefined]) {
      const figure = await figures(desk.owner, branch);
      const money = await read<MoneyToday>(desk.owner, 'money', branch);
      expect([money.receivedLAK, money.payments]).toEqual([
        sumOf(figure.received),
        figure.received.reduce((sum, { payments }) => sum + payments, 0),
      ]);
      const byCurrency = (
        rows: readonly { method: string; currency: string; amount: number }[],
        isCash: boolean,
      ) =>
        rows
          .filter(({ method }) => (method === 'cash') === isCash)
          .map(({ currency, amount }) => ({ currency, amount }));
      for (const isCash of [true, false])
        expect(byCurrency(money.rows, isCash)).toEqual(
          byCurrency(figure.receivedCurrencies, isCash),
        );
      const owed = await read<ReceivablesNow>(desk.owner, 'receivables', branch);
      expect(owed).toMatchObject({
        ages: figure.ages,
        owedLAK: figure.after.owedLAK,
        toVerify: {
          count: figure.toVerify.count,
          sumLAK: figure.toVerify.sumLAK,
          oldest: figure.toVerify.oldest,
        },
      });
    }
  });

  it('compare with the days before', async () => {
    const before = await read<MoneyToday>(desk.owner, 'money', desk.vte);
    const byDay = await run(
      `select ('${today}'::date - confirmed_day) as ago, sum(amount_lak)::float8 as sum from payments where state = 'confirmed' and method <> 'opening' and branch_id = '${desk.vte}' and confirmed_day between '${addDays(today, -7)}' and '${addDays(today, -1)}' group by 1`,
    );
    expect(before.before).toEqual(
      [7, 6, 5, 4, 3, 2, 1].map(
        (ago) => byDay.rows.find((row) => Number(row['ago']) === ago)?.['sum'] ?? 0,
      ),
    );
  });

  it('tell what was overdue on the days before', async () => {
    const course = await insertCourse(server.db, { minDeposit: 300_000 });
    const part = await desk.sold({ tenders: [cash(300_000)] }, { course });
    const overdue = async (branch?: string) => {
      const { overdueBefore, overdueLAK } = await read<ReceivablesNow>(
        desk.owner,
        'receivables',
        branch,
      );
      return [...overdueBefore, overdueLAK];
    };
    const before = [await overdue(desk.vte), await overdue()];
    // An order of the same lines ten days ago, due four days ago, of which nothing is paid.
    const clone = async (table: string, where: string, changes: string) =>
      run(
        `insert into ${table} select (jsonb_populate_record(one, jsonb_build_object(${changes}))).* from ${table} one where ${where}`,
      );
    const id = crypto.randomUUID();
    const ago = "now() - interval '10 days'";
    await clone(
      'orders',
      `id = '${part.orderId}'`,
      `'id', '${id}', 'client_ref', gen_random_uuid(), 'number', 'OV-OLD', 'at', ${ago}, 'confirmed_at', ${ago}, 'confirmed_day', '${addDays(today, -10)}', 'paid_lak', 0, 'pending_lak', 0`,
    );
    await clone(
      'order_lines',
      `order_id = '${part.orderId}'`,
      `'id', gen_random_uuid(), 'order_id', '${id}', 'at', ${ago}`,
    );
    await run(
      `insert into instalments (id, order_id, position, due_on, amount_lak, at) select gen_random_uuid(), '${id}', 1, '${addDays(today, -4)}', total_lak, ${ago} from orders where id = '${id}'`,
    );
    const after = [await overdue(desk.vte), await overdue()];
    const [total] = (await run(`select total_lak from orders where id = '${id}'`)).rows;
    const sum = Number(total?.['total_lak']);
    expect(sum).toBeGreaterThan(0);
    for (const [which, days] of after.entries())
      expect(days.map((one, at) => one - (before[which]?.[at] ?? 0))).toEqual([
        0,
        0,
        0,
        0,
        sum,
        sum,
        sum,
        sum,
      ]);
  });

  it('tell what waited to be verified on the days before', async () => {
    const waited = async () =>
      (await read<ReceivablesNow>(desk.owner, 'receivables', desk.vte)).toVerify.before;
    const before = await waited();
    await run(
      `insert into payments select (jsonb_populate_record(slip, jsonb_build_object('id', gen_random_uuid(), 'reference', 'OV-2', 'at', now() - interval '3 days'))).* from payments slip where reference = 'OV-1'`,
    );
    const days = await waited();
    expect(days.map((sum, at) => sum - (before[at] ?? 0))).toEqual([
      0,
      0,
      0,
      0,
      TUITION,
      TUITION,
      TUITION,
    ]);
  });

  it('count seats and new places per branch as a count by hand does', async () => {
    const byHand = async (query: string) =>
      Number(Object.values((await run(query)).rows[0] ?? {})[0] ?? 0);
    for (const branch of [desk.vte, desk.lpb]) {
      const seats = await read<CourseSeats[]>(desk.owner, 'seats', branch);
      const of = `classes where branch_id = '${branch}' and status in ('open', 'running') and end_date >= '${today}'`;
      expect(seats.reduce((sum, { capacity }) => sum + capacity, 0)).toBe(
        await byHand(`select sum(capacity) from ${of}`),
      );
      expect(seats.reduce((sum, { taken }) => sum + taken, 0)).toBe(
        await byHand(
          `select count(*) from enrolments where status in ('active', 'suspended') and class_id in (select id from ${of})`,
        ),
      );
      const weeks = await read<EnrolmentWeek[]>(desk.owner, 'enrolments', branch);
      expect(weeks).toHaveLength(OVERVIEW_WEEKS);
      expect(weeks.at(-1)?.monday).toBe(mondayOf(today));
      expect(weeks.at(-1)?.upToNow).toBe(weeks.at(-1)?.places);
      expect(weeks.at(-2)?.upToNow).toBe(
        await byHand(
          `select count(distinct enrolment_id) from enrolment_states s join enrolments e on e.id = s.enrolment_id where s.status = 'active' and e.type = 'regular' and e.transfer_from_id is null and e.branch_id = '${branch}' and s.at >= '${weeks.at(-2)?.monday}'::timestamp at time zone 'Asia/Vientiane' and s.at <= now() - interval '7 days'`,
        ),
      );
      expect(
        await byHand(
          `select count(distinct enrolment_id) from enrolment_states s join enrolments e on e.id = s.enrolment_id where s.status = 'active' and e.type = 'regular' and e.transfer_from_id is null and e.branch_id = '${branch}' and s.at >= '${addDays(weeks[0]?.monday ?? '', -364)}'::timestamp at time zone 'Asia/Vientiane' and s.at < '${addDays(today, -357 + 7)}'::timestamp at time zone 'Asia/Vientiane'`,
        ),
      ).toBeGreaterThanOrEqual(weeks.reduce((sum, { lastYear }) => sum + lastYear, 0));
      expect(weeks.reduce((sum, { places }) => sum + places, 0)).toBe(
        await byHand(
          `select count(distinct enrolment_id) from enrolment_states s join enrolments e on e.id = s.enrolment_id where s.status = 'active' and e.type = 'regular' and e.transfer_from_id is null and e.branch_id = '${branch}' and s.at >= '${weeks[0]?.monday}'::timestamp at time zone 'Asia/Vientiane'`,
        ),
      );
    }
  });

  it('count a held place that was moved when it begins, and a moved begun one never again', async () => {
    const thisWeek = async () =>
      (await read<EnrolmentWeek[]>(desk.owner, 'enrolments', desk.vte)).at(-1)?.places;
    const places = (await thisWeek()) ?? 0;
    const [begun] = (
      await run(
        `select place.* from enrolments place join enrolment_states s on s.enrolment_id = place.id where place.branch_id = '${desk.vte}' and place.type = 'regular' and place.transfer_from_id is null and s.status = 'active' group by place.id having min(s.at) >= '${mondayOf(today)}'::timestamp at time zone 'Asia/Vientiane' limit 1`,
      )
    ).rows;
    const [old] = (
      await run(
        `insert into enrolments select (jsonb_populate_record(place, jsonb_build_object('id', gen_random_uuid(), 'status', 'transferred'))).* from enrolments place where id = '${begun?.['id']}' returning id`,
      )
    ).rows;
    await run(
      `update enrolments set transfer_from_id = '${old?.['id']}' where id = '${begun?.['id']}'`,
    );
    expect(await thisWeek()).toBe(places);
    await run(
      `insert into enrolment_states select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'enrolment_id', '${old?.['id']}', 'at', now() - interval '30 days'))).* from enrolment_states s where s.enrolment_id = '${begun?.['id']}' and status = 'active' limit 1`,
    );
    expect(await thisWeek()).toBe(places - 1);
  });

  it('answer admins for their own branch, superadmins, and nobody else', async () => {
    for (const part of ['money', 'receivables', 'seats', 'enrolments']) {
      expect((await desk.clerk.get(`/overview/${part}`)).statusCode, part).toBe(403);
      expect((await finance.get(`/overview/${part}`)).statusCode, part).toBe(403);
      expect(
        (await desk.admin.get(`/overview/${part}?branchId=${desk.lpb}`)).statusCode,
        part,
      ).toBe(404);
    }
  });

  it('warn of a disk that is nearly full, where this server has the data', async () => {
    const about = async (freeBytes?: () => Promise<number>) => {
      const { app } = await startTestServer({ database: server.database, freeBytes });
      const admin = new Client(app, desk.admin.token);
      return (await admin.get('/overview/disk')).json<DiskSpace>();
    };
    expect(await about()).toEqual({ freeBytes: null, isLow: false });
    const left = DISK_LOW_BYTES - 1;
    expect(await about(() => Promise.resolve(left))).toEqual({ freeBytes: left, isLow: true });
    expect((await about(() => Promise.resolve(DISK_LOW_BYTES))).isLow).toBe(false);
    expect((await about(() => Promise.reject(new Error('gone')))).isLow).toBe(false);
    expect((await desk.clerk.get('/overview/disk')).statusCode).toBe(403);
  });
});
