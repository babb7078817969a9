import { sql, type SQL } from 'drizzle-orm';
import {
  ERASURE_DAYS,
  personKinds,
  type Erasure,
  type ErasureList,
  type ErasureState,
  type PersonKind,
} from '#contract/people/personal-data.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { can, seesAllBranches } from '#contract/roles.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { writtenName } from '#server/lib/person-names.ts';
import { hindrancesOf } from './hindrances.ts';
import { proposedProspects } from './prospects.ts';
import { personSources, subjectColumns } from './subjects.ts';

const DONE_SHOWN = 50;
const OPEN_SHOWN = 200;
const DAY_MS = 24 * 3600 * 1000;

const nameOf = (column: string) =>
  sql.raw(`coalesce((select ${writtenName('who')} from users who where who.id = ${column}), '')`);

type Raw = {
  _id: string;
  kind: PersonKind;
  personId: string;
  branchId: string | null;
  name: string;
  nameEn: string;
  code: string;
  reason: string;
  askedAt: Date;
  askedBy: string;
  askedById: string | null;
  confirmedAt: Date | null;
  confirmedBy: string;
  withdrawnAt: Date | null;
  doneAt: Date | null;
};

const people = sql.join(
  personKinds.map(
    (kind) => sql`select ${kind}::text as kind, ${subjectColumns(kind)}
      from ${sql.raw(personSources[kind].table)} person`,
  ),
  sql` union all `,
);

const rowsWhere = (where: SQL, order: SQL, most: number) => sql`
  select erasures.id::text as "_id", erasures.kind, erasures.person_id::text as "personId",
    erasures.branch_id::text as "branchId", coalesce(person.name, '') as name,
    coalesce(person."nameEn", '') as "nameEn", coalesce(person.code, '') as code,
    erasures.reason, erasures.asked_at as "askedAt", ${nameOf('erasures.asked_by_id')} as "askedBy",
    erasures.asked_by_id::text as "askedById", erasures.confirmed_at as "confirmedAt",
    ${nameOf('erasures.confirmed_by_id')} as "confirmedBy",
    erasures.withdrawn_at as "withdrawnAt", erasures.done_at as "doneAt"
  from erasures
  left join (${people}) person on person.kind = erasures.kind
    and person.id = erasures.person_id
  where ${where} order by ${order} limit ${most}`;

const isoOf = (at: Date | null) => (at === null ? null : new Date(at).toISOString());

function stateOf({ withdrawnAt, doneAt, confirmedAt }: Raw): ErasureState {
  if (doneAt !== null) return 'done';
  if (withdrawnAt !== null) return 'withdrawn';
  return confirmedAt === null ? 'asked' : 'confirmed';
}

/** True if another superadmin could confirm what this one asked for. */
export async function hasOtherSuperadmin(db: Db | Tx, userId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from users where role = 'superadmin' and active and id <> ${userId} limit 1`);
  return rows.length > 0;
}

async function shown(db: Db | Tx, user: SignedInUser, row: Raw): Promise<Erasure> {
  const { askedById, withdrawnAt: _withdrawnAt, doneAt: _doneAt, ...rest } = row;
  const state = stateOf(row);
  const dueAt =
    row.confirmedAt === null
      ? null
      : new Date(new Date(row.confirmedAt).getTime() + ERASURE_DAYS * DAY_MS);
  const left = dueAt === null ? null : Math.ceil((dueAt.getTime() - Date.now()) / DAY_MS);
  const isOpen = state === 'asked' || state === 'confirmed';
  const subject = { id: row.personId, mergedInto: null };
  const isOwn = askedById === user._id && (await hasOtherSuperadmin(db, user._id));
  return {
    ...rest,
    state,
    askedAt: new Date(row.askedAt).toISOString(),
    confirmedAt: isoOf(row.confirmedAt),
    dueAt: dueAt === null ? null : dueAt.toISOString(),
    daysLeft: left === null ? null : Math.max(0, left),
    hindrances: isOpen ? await hindrancesOf(db, row.kind, subject, user._id) : [],
    mayConfirm: state === 'asked' && can(user, 'erasures:confirm') && !isOwn,
  };
}

async function read(
  db: Db | Tx,
  user: SignedInUser,
  where: SQL,
  order: SQL = sql`erasures.asked_at desc`,
  most = 1,
): Promise<Erasure[]> {
  const { rows } = await db.execute<Raw>(rowsWhere(where, order, most));
  const all: Erasure[] = [];
  for (const row of rows) all.push(await shown(db, user, row));
  return all;
}

/** The request about a person that is open, or the erasure that was done. */
export async function erasureOf(
  db: Db | Tx,
  user: SignedInUser,
  personId: string,
): Promise<Erasure | null> {
  const where = sql`erasures.person_id = ${personId} and erasures.withdrawn_at is null`;
  return (await read(db, user, where))[0] ?? null;
}

/** Everything that waits, what was done lately, and the prospects that are proposed. */
export async function readErasures(db: Db, user: SignedInUser): Promise<ErasureList> {
  const scope = seesAllBranches(user.role) ? sql`true` : sql`erasures.branch_id = ${user.branchId}`;
  const open = sql`${scope} and erasures.withdrawn_at is null and erasures.done_at is null`;
  const done = sql`${scope} and erasures.done_at is not null`;
  return {
    open: await read(db, user, open, sql`erasures.asked_at`, OPEN_SHOWN),
    done: await read(db, user, done, sql`erasures.done_at desc`, DONE_SHOWN),
    ...(await proposedProspects(db, user)),
  };
}
