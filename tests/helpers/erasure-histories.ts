import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { StudentRecord } from '#contract/people/students.ts';
import type { ParentRecord } from '#contract/people/parents.ts';
import type { MergePreview } from '#contract/people/merge.ts';
import type { Chance } from '#server/seed/chance.ts';
import { done } from './class-data.ts';
import {
  identityOf,
  marksIn,
  mentionOf,
  ownMentionOf,
  type Identity,
  type PersonKind,
} from './erasure-people.ts';
import type { ErasureDesk } from './erasure-desk.ts';
import { addParent, addStudent, newGuardian } from './people.ts';
import type { Answer } from './test-server.ts';
import { BOOK, book, cash, place, priced, sendVisit, TUITION } from './visits.ts';

export type Person = Identity & {
  kind: PersonKind;
  id: string;
  /** Of a student: who pays. */
  payerId: string | null;
  isErased: boolean;
};

const pathOf = { student: '/students', guardian: '/parents' } as const;

/** By act: how often it was done, and how often the server refused it. */
type Acts = Map<string, [done: number, refused: number]>;

export function countAct(acts: Acts, act: string, isDone: boolean): void {
  const [good, refused] = acts.get(act) ?? [0, 0];
  acts.set(act, isDone ? [good + 1, refused] : [good, refused + 1]);
}

/** The people of one history, and what they do. */
export class History {
  readonly people: Person[] = [];
  readonly #acts: Acts;
  readonly desk: ErasureDesk;
  readonly chance: Chance;
  readonly #serial: () => number;

  constructor(desk: ErasureDesk, chance: Chance, serial: () => number, acts: Acts) {
    this.#acts = acts;
    this.desk = desk;
    this.chance = chance;
    this.#serial = serial;
  }

  alive(kind?: PersonKind): Person[] {
    return this.people.filter((one) => !one.isErased && (!kind || one.kind === kind));
  }

  #note(act: string, answer: Answer): boolean {
    const isDone = answer.statusCode < 300;
    countAct(this.#acts, act, isDone);
    if (answer.statusCode >= 500) throw new Error(`${act}: ${answer.statusCode} ${answer.body}`);
    return isDone;
  }

  /** What a clerk types about somebody, or about nobody. */
  #typed(own?: Person): string {
    const others = this.alive();
    if (own?.isErased === false && this.chance.percent(50))
      return ownMentionOf(own, own.kind, this.chance);
    const other = this.chance.pick(others);
    return this.chance.percent(30) ? 'As always' : mentionOf(other, other.kind, this.chance);
  }

  /** Now and then somebody has the names of somebody else; a family often shares a phone. */
  #identity(family?: Identity): Identity {
    const one = identityOf(this.#serial(), this.chance);
    const living = this.alive();
    if (living.length > 0 && this.chance.percent(12)) {
      const { firstName, lastName, firstNameEn, lastNameEn, nickname } = this.chance.pick(living);
      const same = { firstName, lastName, firstNameEn, lastNameEn, nickname };
      return { ...one, ...same, marks: [...marksIn(Object.values(same).join(' ')), ...one.marks] };
    }
    if (!family) return one;
    const { lastName, lastNameEn } = family;
    const kin = { ...one, lastName, lastNameEn };
    if (!this.chance.percent(40)) return kin;
    return { ...kin, phone: family.phone, marks: [...one.marks, ...marksIn(family.phone)] };
  }

  #fieldsOf(one: Identity, kind: PersonKind) {
    const { firstName, lastName, firstNameEn, lastNameEn, nickname, phone, email } = one;
    const common = { firstName, lastName, phone, email };
    if (kind === 'guardian')
      return { ...common, line: `line-${firstNameEn}`, occupation: nickname };
    return { ...common, firstNameEn, lastNameEn, nickname, idNumber: `ID-${firstNameEn}` };
  }

  async family(): Promise<void> {
    const { server, admin } = this.desk;
    const shared = this.chance.percent(30) ? this.alive('guardian') : [];
    const links = shared.slice(0, 2);
    if (links.length === 0) {
      const identity = this.#identity();
      const { _id } = await addParent(server, admin, {
        ...this.#fieldsOf(identity, 'guardian'),
        confirmedDuplicate: true,
      });
      const added: Person = {
        ...identity,
        kind: 'guardian',
        id: _id,
        payerId: null,
        isErased: false,
      };
      this.people.push(added);
      links.push(added);
    }
    const identity = this.#identity(links[0]);
    const guardians = links.map((one, at) =>
      newGuardian({
        firstName: one.firstName,
        lastName: one.lastName,
        phone: one.phone,
        parentId: one.id,
        isPayer: at === 0,
        relation: at === 0 ? 'mother' : 'father',
      }),
    );
    const { _id } = await addStudent(server, admin, {
      ...this.#fieldsOf(identity, 'student'),
      guardians,
      confirmedDuplicate: true,
      note: ownMentionOf(identity, 'student', this.chance),
    });
    const payerId = String(links[0]?.id);
    this.people.push({ ...identity, kind: 'student', id: _id, payerId, isErased: false });
  }

  async #sendVisit(act: string, visit: object): Promise<boolean> {
    const { clerk, vte, shift } = this.desk;
    const whole = { branchId: vte, shiftId: shift._id, note: '', ...visit };
    const checked = await clerk.post('/visits/check', { expectedTotal: 0, ...whole });
    if (checked.statusCode >= 300) return this.#note(act, checked);
    return this.#note(act, await sendVisit(clerk, await priced(clerk, whole)));
  }

  #tender(kip: number) {
    const { bankAccountId } = this.desk;
    if (!this.chance.percent(40)) return cash(kip);
    const reference = `${this.#typed().slice(0, 30)} ${randomUUID().slice(0, 8)}`;
    return { ...cash(kip), method: 'transfer', bankAccountId, reference };
  }

  async buy(): Promise<void> {
    const child = this.chance.pick(this.alive('student'));
    const payer = this.people.find(({ id }) => id === child.payerId);
    const kip = this.chance.pick([0, BOOK, BOOK - 45_000]);
    await this.#sendVisit('buy', {
      payer: { kind: 'parent', parentKey: child.payerId },
      products: [book(this.desk.bookId, child.id, { giveNow: this.chance.percent(50) })],
      tenders: kip === 0 ? [] : [this.#tender(kip)],
      note: this.#typed(payer),
    });
  }

  async walkIn(): Promise<void> {
    const who = this.chance.pick(this.alive());
    const name = this.chance.pick([
      `${who.firstName} ${who.lastName}`,
      `ນາງ${who.firstName} ${who.lastName}`,
    ]);
    await this.#sendVisit('walkIn', {
      payer: { kind: 'walkIn', name, phone: this.chance.percent(50) ? who.phone : '' },
      products: [book(this.desk.bookId, null)],
      tenders: [this.#tender(BOOK)],
      note: this.#typed(),
    });
  }

  async enrol(): Promise<void> {
    const child = this.chance.pick(this.alive('student'));
    await this.#sendVisit('enrol', {
      payer: { kind: 'parent', parentKey: child.payerId },
      places: [place(child.id, String(this.chance.pick(this.desk.classes)._id))],
      tenders: [this.#tender(TUITION)],
      note: this.#typed(child),
    });
  }

  async transfer(): Promise<void> {
    const { server, clerk, admin } = this.desk;
    const child = this.chance.pick(this.alive('student'));
    const { rows } = await server.db.execute<{ id: string; from: string; day: string }>(sql`
      select enrolments.id, class_id as "from", (select max(date)::text from class_sessions
        where class_sessions.class_id = enrolments.class_id) as day
      from enrolments where student_id = ${child.id} and status = 'active'`);
    const [one] = rows;
    const target = this.desk.classes.find(({ _id }) => _id !== one?.from);
    if (!one || !target) return;
    const where = { enrolmentId: one.id, toClassId: target._id, effectiveDate: one.day };
    const asked = await clerk.get(
      `/transfers/preview?${new URLSearchParams({ ...where, keepDiscounts: 'true' }).toString()}`,
    );
    if (!this.#note('preview', asked)) return;
    const { sums } = asked.json<{ sums: { differenceLAK: number } }>();
    const wish = { ...where, keepDiscounts: true, reasonCode: 'other', acceptWarnings: true };
    const answer = await clerk.post('/transfers', {
      ...wish,
      reason: this.#typed(child),
      expectedDifference: sums.differenceLAK,
    });
    if (!this.#note('transfer', answer)) return;
    const { _id, version } = answer.json<{ _id: string; version: number }>();
    const decision = this.chance.pick(['approve', 'refuse']);
    const reason = this.#typed(child);
    this.#note(
      'decide',
      await admin.post(`/transfers/${_id}/decide`, {
        version,
        decision,
        reason,
        expectedDifference: sums.differenceLAK,
      }),
    );
  }

  /** Another name or number; the old ones stay in the log. */
  async rename(): Promise<void> {
    const { admin } = this.desk;
    const one = this.chance.pick(this.alive());
    const next = identityOf(this.#serial(), this.chance);
    const fields = this.chance.pick([
      { firstName: next.firstName },
      { lastName: next.lastName },
      { phone: next.phone },
      { email: next.email },
    ] as const);
    const path = `${pathOf[one.kind]}/${one.id}`;
    const { _id, ...record } = done<StudentRecord | ParentRecord>(await admin.get(path));
    const body = {
      ...record,
      ...fields,
      note: ownMentionOf(one, one.kind, this.chance),
      confirmedDuplicate: true,
    };
    if (!this.#note('rename', await admin.put(path, body))) return;
    Object.assign(one, fields, { marks: [...new Set([...one.marks, ...next.marks])] });
  }

  async merge(): Promise<void> {
    const { admin } = this.desk;
    const kind = this.chance.pick(['student', 'guardian'] as const);
    const [keep, drop] = this.alive(kind).toSorted(() => this.chance.below(3) - 1);
    if (!keep || !drop) return;
    const path = `${pathOf[kind]}/merge`;
    const asked = await admin.get(`${path}?keepId=${keep.id}&dropId=${drop.id}`);
    if (!this.#note('mergePreview', asked)) return;
    const preview = asked.json<MergePreview>();
    const choices = Object.fromEntries(
      preview.fields.map(({ field, canJoin }) => [
        field,
        this.chance.pick(
          canJoin ? (['kept', 'dropped', 'both'] as const) : (['kept', 'dropped'] as const),
        ),
      ]),
    );
    const answer = await admin.post(path, {
      keepId: keep.id,
      keepVersion: preview.keep.version,
      choices,
      dropId: drop.id,
      dropVersion: preview.drop.version,
    });
    if (!this.#note('merge', answer)) return;
    const record = done<Partial<Identity>>(await admin.get(`${pathOf[kind]}/${keep.id}`));
    const { firstName = '', lastName = '', firstNameEn, lastNameEn, phone = '' } = record;
    Object.assign(keep, { firstName, lastName, phone });
    if (firstNameEn !== undefined) Object.assign(keep, { firstNameEn, lastNameEn });
    keep.marks = [...new Set([...keep.marks, ...drop.marks])];
    this.people.splice(this.people.indexOf(drop), 1);
    for (const one of this.people) if (one.payerId === drop.id) one.payerId = keep.id;
  }

  /** Texts of other people and of nobody that name one of them. */
  async gossip(): Promise<void> {
    const { server, clerk, shift } = this.desk;
    const text = this.#typed();
    const way = this.chance.below(4);
    if (way === 0)
      await server.db.execute(sql`insert into alerts (id, kind, detail, at)
        values (gen_random_uuid(), 'firstRate', ${text}, now())`);
    else if (way === 1)
      await server.db.execute(sql`update classes set note = ${text}
        where id = ${this.chance.pick(this.desk.classes)._id}`);
    else if (way === 2)
      this.#note(
        'paidOut',
        await clerk.post(`/shifts/${shift._id}/movements`, {
          kind: 'paidOut',
          paidOutKind: 'expense',
          currency: 'LAK',
          amount: 500,
          reason: text,
          receivedBy: this.#typed().slice(0, 80),
        }),
      );
    else
      await server.db.execute(sql`update students set note = ${text}
        where id = ${this.chance.pick(this.alive('student')).id}`);
  }

  async voidOrder(): Promise<void> {
    const { payerId } = this.chance.pick(this.alive('student'));
    const payer = this.people.find(({ id }) => id === payerId);
    const { rows } = await this.desk.server.db.execute<{ id: string; came: number }>(sql`
      select id, (paid_lak + pending_lak)::int as came from orders
      where payer_parent_id = ${payerId} and state = 'confirmed' order by id desc limit 1`);
    const [order] = rows;
    if (!order) return;
    const body = { reason: this.#typed(payer), expectedCame: order.came };
    this.#note('void', await this.desk.owner.post(`/orders/${order.id}/void`, body));
  }

  async act(): Promise<void> {
    if (this.alive('student').length === 0) return this.family();
    const next = this.chance.weighted([
      ['family', 3],
      ['buy', 4],
      ['walkIn', 2],
      ['enrol', 2],
      ['transfer', 2],
      ['rename', 2],
      ['merge', 3],
      ['gossip', 4],
      ['voidOrder', 2],
    ] as const);
    return this[next]();
  }
}
