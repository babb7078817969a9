import { and, eq, inArray, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { isBlocking, type Entry, type Finding } from '#contract/classes/enrolling.ts';
import { can } from '#contract/roles.ts';
import type { VisitObjection } from '#contract/desk/visit-answers.ts';
import type { VisitInput, VisitPlace } from '#contract/desk/visits.ts';
import { statusNow } from '#server/academic/classes/seats.ts';
import {
  reasonOf,
  beginEnrolments,
  lastInQueue,
  makeActive,
  recordEnrolmentStatus,
  type NewEnrolment,
} from '#server/academic/enrolments/record-enrolments.ts';
import { checkEnrolments } from '#server/academic/enrolments/enrolment-checks.ts';
import { expireHolds } from '#server/academic/enrolments/holds.ts';
import { placeStart } from '#server/catalogue/course-fees/place-prices.ts';
import type { Signature } from '#server/centre/approvals/signatures.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { transferTable } from '#server/db/tables/desk/transfers.table.ts';
import { orderLineTable, orderTable } from '#server/db/tables/ledger/orders.table.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import type { Writer } from '#server/lib/writer.ts';
import type { VisitApprovals } from './visit-approvals.ts';
import type { VisitFacts } from './visit-facts.ts';
import { studentKeysOf } from './visit-people.ts';

type IdOf = (key: string) => string;

/** The status with which a place begins. A trial or a make-up takes a seat too. */
const entryOf = ({ joinsWaitingList }: VisitPlace, hold: boolean): Entry =>
  joinsWaitingList ? 'waitlisted' : hold ? 'pending' : 'active';

export type CheckedPlaces = {
  findings: ReadonlyMap<string, Finding[]>;
  /** The signature for a place that is given in spite of its findings, by its key. */
  overrides: ReadonlyMap<string, Signature>;
  objections: VisitObjection[];
};

/**
 * Objects to places whose named enrolment is not of that student and class, or can no longer be
 * charged.
 */
async function checkThere(
  db: Db | Tx,
  places: readonly VisitPlace[],
  idOf: IdOf,
): Promise<VisitObjection[]> {
  const ids = places.flatMap(({ enrolmentId }) => enrolmentId ?? []);
  if (ids.length === 0) return [];
  const { _id, studentId, classId } = enrolmentTable;
  const hasOrder = sql<boolean>`exists (
    select from ${orderLineTable} line
    join ${orderTable} charged_order on charged_order.id = line.order_id
    where line.enrolment_id = enrolments.id
    and (charged_order.state = 'held'
      or (charged_order.state = 'confirmed' and enrolments.status = 'pending')))
    or exists (
      select from ${transferTable} request
      where request.to_enrolment_id = enrolments.id and request.status <> 'done')`;
  const enrolments = await db
    .select({ _id, studentId, classId, status: statusNow, hasOrder })
    .from(enrolmentTable)
    .where(inArray(_id, ids));
  return places.flatMap((place): VisitObjection[] => {
    if (place.enrolmentId === null) return [];
    const enrolment = enrolments.find((row) => row._id === place.enrolmentId);
    const isSame =
      enrolment !== undefined &&
      enrolment.studentId === idOf(place.studentKey) &&
      enrolment.classId === place.classId;
    if (!isSame) return [{ key: place.key, problem: 'enrolmentChanged' }];
    if (enrolment.status === 'expired') return [{ key: place.key, problem: 'holdEnded' }];
    return enrolment.hasOrder || !['pending', 'active', 'suspended'].includes(enrolment.status)
      ? [{ key: place.key, problem: 'enrolmentChanged' }]
      : [];
  });
}

/**
 * The objections to the places of a visit. New people are checked only by the write, after they
 * were added.
 */
export async function checkPlaces(
  { db, user }: { db: Db | Tx; user: SignedInUser },
  input: VisitInput,
  { idOf, approvals }: { idOf: IdOf; approvals: VisitApprovals },
): Promise<CheckedPlaces> {
  const isNew = new Set(input.newStudents.map(({ key }) => key).filter((key) => idOf(key) === key));
  const newPlaces = input.places.filter(
    ({ enrolmentId, studentKey }) => enrolmentId === null && !isNew.has(studentKey),
  );
  const rows = newPlaces.map((place) => ({
    studentId: idOf(place.studentKey),
    classId: place.classId,
    as: entryOf(place, input.hold),
  }));
  const checked =
    rows.length === 0 ? [] : await checkEnrolments({ db, user }, rows, { together: true });
  const findings = new Map(newPlaces.map(({ key }, at) => [key, checked[at]?.findings ?? []]));
  const mayOverride = can(user, 'classes:override');
  const overrides = new Map<string, Signature>();
  const refused = newPlaces.flatMap((place): VisitObjection[] => {
    const { key, override, acceptWarnings } = place;
    const placeFindings = findings.get(key) ?? [];
    const { signature, beyond } = approvals.overrideOf(place, placeFindings);
    if (signature) overrides.set(key, signature);
    const words = {
      mayOverride: mayOverride || signature !== undefined,
      overrideReason: override?.reason ?? '',
      acceptWarnings,
    };
    return placeFindings.some((one) => isBlocking(one, words))
      ? [{ key, problem: 'enrolment', findings: placeFindings, ...(beyond && { beyond }) }]
      : [];
  });
  return {
    findings,
    overrides,
    objections: [...refused, ...(await checkThere(db, input.places, idOf))],
  };
}

/** Ends expired holds, which would still block the same student in the same class. */
export async function expireEndedHolds(
  tx: Tx,
  input: VisitInput,
  idOf: IdOf,
): Promise<AuditEntry[]> {
  const classIds = input.places.map(({ classId }) => classId);
  if (classIds.length === 0) return [];
  return expireHolds(tx, {
    which: and(
      inArray(enrolmentTable.classId, classIds),
      inArray(enrolmentTable.studentId, studentKeysOf(input).map(idOf)),
    ),
  });
}

type Enrolling = {
  idOf: IdOf;
  facts: VisitFacts;
  findings: CheckedPlaces['findings'];
  holdUntil: string | null;
};

/**
 * Reads the ends of the waiting lists of the visit's classes; returns a function that takes the
 * next position of one.
 */
async function waitingPositions(
  tx: Tx,
  places: readonly VisitPlace[],
): Promise<(classId: string) => number> {
  const classIds = places.flatMap(({ classId, joinsWaitingList }) =>
    joinsWaitingList ? [classId] : [],
  );
  const last =
    classIds.length === 0
      ? new Map<string, number>()
      : await lastInQueue(tx, [...new Set(classIds)]);
  return (classId) => {
    const position = (last.get(classId) ?? 0) + 1;
    last.set(classId, position);
    return position;
  };
}

function newEnrolmentOf(
  place: VisitPlace,
  hold: boolean,
  { idOf, facts: { sources, prices }, findings, holdUntil }: Enrolling,
  { nextPosition, userId }: { nextPosition: (classId: string) => number; userId: string },
): NewEnrolment {
  const target = sources.classes.get(place.classId);
  if (!target) throw new Error('The class of a place was checked');
  const { branchId, termId, courseId } = target;
  const status = entryOf(place, hold);
  const isCharged = place.type === 'regular' && status !== 'waitlisted';
  const fee = isCharged ? prices.places[place.key] : undefined;
  return {
    studentId: idOf(place.studentKey),
    classId: place.classId,
    branchId,
    termId,
    courseId,
    type: place.type,
    status,
    startDate: placeStart(place, target, sources.today),
    feeId: fee?.feeId ?? null,
    price: fee?.price.amount ?? 0,
    currency: fee?.price.currency ?? 'LAK',
    basis: fee ? place.basis : null,
    ...(place.type !== 'regular' &&
      status !== 'waitlisted' && { isFree: true, noChargeReason: place.type }),
    overrideReason: reasonOf(findings.get(place.key) ?? [], place.override?.reason ?? ''),
    enrolledById: userId,
    holdUntil: status === 'pending' ? holdUntil : null,
    waitPosition: status === 'waitlisted' ? nextPosition(place.classId) : null,
  };
}

/** Takes over an existing enrolment if it is pending: its fee, and its seat or a new hold. */
async function takePendingEnrolment(
  { tx, user }: Writer,
  { key, enrolmentId, basis }: VisitPlace & { enrolmentId: string },
  {
    hold,
    holdUntil,
    prices,
  }: { hold: boolean } & Pick<Enrolling, 'holdUntil'> & Pick<VisitFacts, 'prices'>,
): Promise<AuditEntry[]> {
  const fee = prices.places[key];
  const charged = fee && {
    feeId: fee.feeId,
    price: fee.price.amount,
    currency: fee.price.currency,
    basis,
  };
  // An accepted offer leaves the queue; while its order is held it keeps its position.
  const state = hold
    ? { status: 'pending' as const, holdUntil }
    : { status: 'active' as const, holdUntil, waitPosition: null };
  const isWaiting = and(eq(enrolmentTable._id, enrolmentId), eq(enrolmentTable.status, 'pending'));
  const changed = await tx
    .update(enrolmentTable)
    .set({
      ...charged,
      ...state,
      version: sql`${enrolmentTable.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(isWaiting)
    .returning();
  await recordEnrolmentStatus(
    tx,
    changed.map(({ _id }) => _id),
    { source: 'desk', byId: user._id },
  );
  return changed.map((after) => ({
    action: 'update',
    entity: 'enrolments',
    entityId: after._id,
    before: { status: 'pending' },
    after,
  }));
}

export type EnrolledStudents = {
  /** The enrolment of each place, by its key. */
  ids: ReadonlyMap<string, string>;
  /** Prospects who became active students, with the new version of their record. */
  activated: { studentId: string; version: number }[];
  audit: AuditEntry[];
};

/** Enrols the students of a visit in their classes. */
export async function enrolStudents(
  writer: Writer,
  input: VisitInput,
  enrolling: Enrolling,
): Promise<EnrolledStudents> {
  const { tx, user } = writer;
  const { idOf, facts, holdUntil } = enrolling;
  const nextPosition = await waitingPositions(tx, input.places);
  const added = input.places.filter(({ enrolmentId }) => enrolmentId === null);
  const values = added.map((place) =>
    newEnrolmentOf(place, input.hold, enrolling, { nextPosition, userId: user._id }),
  );
  const begun =
    values.length === 0 ? { added: [], audit: [] } : await beginEnrolments(tx, values, 'desk');
  const ids = new Map(added.map(({ key }, at) => [key, begun.added[at]?._id ?? '']));
  const audit: AuditEntry[] = [...begun.audit];
  for (const place of input.places) {
    const { key, enrolmentId } = place;
    if (enrolmentId === null) continue;
    ids.set(key, enrolmentId);
    const how = { hold: input.hold, holdUntil, prices: facts.prices };
    audit.push(...(await takePendingEnrolment(writer, { ...place, enrolmentId }, how)));
  }
  const active = input.hold
    ? []
    : input.places
        .filter(({ joinsWaitingList }) => !joinsWaitingList)
        .map(({ studentKey }) => idOf(studentKey));
  const made = await makeActive(tx, [...new Set(active)]);
  const activated = [...made.versions].map(([studentId, version]) => ({ studentId, version }));
  return { ids, activated, audit: [...audit, ...made.audit] };
}
