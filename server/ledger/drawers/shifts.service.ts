import { and, eq, isNull } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type {
  AcceptInput,
  CloseInput,
  CurrencySums,
  MovementInput,
  OpenInput,
  Shift,
} from '#contract/money/drawers.ts';
import { can } from '#contract/roles.ts';
import type { Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { takeLocks } from '#server/lib/locks.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { requireSignature, signedBy, type Signature } from '#server/centre/approvals/signatures.ts';
import { requireInDrawers } from '#server/ledger/books/drawer-shortages.ts';
import { openBooks, type OpenBooks } from '#server/ledger/books/posting.ts';
import { closingTable } from '#server/db/tables/ledger/drawer-movements.table.ts';
import { currenciesOf, expectedOf, zeroSums, perCurrency } from './drawer-sums.ts';
import { signPaidOut } from './paid-out-limit.ts';
import { addMovements, type Movement } from './drawer-writes.ts';
import { takeFromSafe } from './from-safe.ts';
import { isAboveLimit, signOpeningDifference } from './opening-difference.ts';
import { requireShown } from './shown-sums.ts';
import { listDrawers, readShift, type ClosingContent } from './drawers.service.ts';
import { drawerTable, shiftTable as table } from '#server/db/tables/ledger/drawers.table.ts';

/** Makes one movement for each currency in `sums`. */
const inEach = (
  sums: CurrencySums,
  more: Omit<Movement, 'currency' | 'amount'>,
  sign: 1 | -1 = 1,
): Movement[] =>
  currenciesOf(sums).map((currency) => ({ ...more, currency, amount: sign * sums[currency] }));

const isSame = (a: CurrencySums, b: CurrencySums) =>
  currenciesOf(perCurrency((currency) => a[currency] - b[currency])).length === 0;

/**
 * Locks an open shift and its book. Money of the desk goes only into a drawer that was opened on
 * the same day (`ofToday`); one of yesterday can still be counted. Other shifts of the same write
 * are passed as `beside` and locked too.
 */
export async function lockShift(
  { tx, user }: Writer,
  shiftId: string,
  { ofToday, beside = [] }: { ofToday: boolean; beside?: readonly string[] },
): Promise<{ shift: Shift; books: OpenBooks }> {
  const seen = await readShift(tx, user, shiftId);
  await takeLocks(tx, { shifts: [shiftId, ...beside] });
  const books = await openBooks(tx, [seen.branchId]);
  await requireOpenShift(tx, shiftId, books, { ofToday });
  return { shift: seen, books };
}

/**
 * Locks the shift that takes the cash of a write. Its book is locked later, so the caller checks
 * the shift with `requireOpenShift` behind that.
 */
export async function lockCashShift(tx: Tx, shiftId: string | null): Promise<void> {
  if (shiftId !== null) await takeLocks(tx, { shifts: [shiftId] });
}

/** Throws unless the locked shift is open and, with `ofToday`, was opened today. */
export async function requireOpenShift(
  tx: Tx,
  shiftId: string,
  { day, books }: OpenBooks,
  { ofToday }: { ofToday: boolean },
): Promise<void> {
  const [shift] = await tx.select().from(table).where(eq(table._id, shiftId));
  if (!shift || !books.has(shift.branchId)) throw new ApiError('notFound');
  if (shift.closedAt !== null) throw new ApiError('shiftClosed');
  if (ofToday && shift.day !== day) throw new ApiError('shiftOfYesterday');
}

/** POST `/drawers/{id}/open`. */
export async function openShift(
  writer: Writer,
  drawerId: string,
  { float, fromSafe, takenBy, reason, approvalToken }: OpenInput,
): Promise<WriteResult<Shift>> {
  const { tx, user } = writer;
  await tx
    .select({ _id: drawerTable._id })
    .from(drawerTable)
    .where(eq(drawerTable._id, drawerId))
    .for('no key update');
  const [drawer] = await listDrawers(tx, user, { _id: drawerId });
  if (!drawer) throw new ApiError('notFound');
  if (!drawer.active) throw fieldsInvalid({ drawerId: 'invalid' });
  if ((await tx.$count(table, and(eq(table.drawerId, drawerId), isNull(table.closedAt)))) > 0)
    throw new ApiError('drawerOpen');
  const foundInDrawer = perCurrency((currency) => float[currency] - fromSafe[currency]);
  if (drawer.left && !isSame(foundInDrawer, drawer.left) && reason === '')
    throw fieldsInvalid({ reason: 'reasonNeeded' });
  const sums = { counted: foundInDrawer, expected: drawer.left };
  const signature = await signOpeningDifference(writer, drawer, sums, approvalToken);
  const { at, day } = await openBooks(tx, [drawer.branchId]);
  const shiftId = uuidv7();
  await tx.insert(table).values({
    _id: shiftId,
    drawerId,
    branchId: drawer.branchId,
    day,
    openedById: user._id,
    openedAt: at,
  });
  const where = { shiftId, branchId: drawer.branchId, at };
  await addMovements(writer, where, inEach(foundInDrawer, { kind: 'float', reason }));
  const taken = currenciesOf(fromSafe).map((currency) => ({
    currency,
    amount: fromSafe[currency],
    reason: '',
    receivedBy: takenBy,
  }));
  if (taken.length > 0) await takeFromSafe(writer, where, taken);
  const answer = await readShift(tx, user, shiftId);
  return {
    answer,
    audit: {
      action: 'open',
      entity: 'shifts',
      entityId: shiftId,
      after: {
        ...answer,
        float: foundInDrawer,
        fromSafe,
        ...(takenBy !== '' && { takenBy }),
        ...signedBy(signature),
      },
      reason,
    },
  };
}

/** The open shift of another drawer of the same branch, which receives the money. */
async function shiftOfOther({ tx, user }: Writer, from: Shift, toDrawerId: string): Promise<Shift> {
  const [drawer] = await listDrawers(tx, user, { branchId: from.branchId, _id: toDrawerId });
  if (!drawer || drawer._id === from.drawerId) throw fieldsInvalid({ toDrawerId: 'invalid' });
  if (!drawer.shift) throw new ApiError('otherDrawerClosed');
  return drawer.shift;
}

/**
 * POST `/shifts/{id}/movements`; money for another drawer leaves this one and enters the other in
 * one write.
 */
export async function moveMoney(
  writer: Writer,
  shiftId: string,
  input: MovementInput,
): Promise<WriteResult<Shift>> {
  const { kind, paidOutKind, toDrawerId, currency, amount, reason, receivedBy } = input;
  const { tx, user } = writer;
  const other =
    toDrawerId === null
      ? undefined
      : await shiftOfOther(writer, await readShift(tx, user, shiftId), toDrawerId);
  const { shift, books } = await lockShift(writer, shiftId, {
    ofToday: true,
    beside: other ? [other._id] : [],
  });
  if (other) await requireOpenShift(tx, other._id, books, { ofToday: true });
  const why = other ? `${shift.drawerName} → ${other.drawerName}: ${reason}` : reason;
  const movement = {
    kind,
    paidOutKind,
    currency,
    amount: kind === 'paidIn' ? amount : -amount,
    reason: why,
    receivedBy,
  };
  await requireInDrawers(tx, [{ ...movement, shiftId }]);
  const signature = await signPaidOut(writer, shift, input, books.day);
  await addMovements(writer, { ...shift, shiftId, at: books.at }, [movement]);
  if (other)
    await addMovements(writer, { ...other, shiftId: other._id, at: books.at }, [
      { kind: 'paidIn', currency, amount, reason: why, receivedBy },
    ]);
  return {
    answer: await readShift(tx, user, shiftId),
    audit: {
      action: kind,
      entity: 'shifts',
      entityId: shiftId,
      after: { ...movement, ...signedBy(signature) },
      branchId: shift.branchId,
      reason,
    },
  };
}

/**
 * The person who accepts a difference: the user, if their role allows it, or whoever signed for it
 * on this screen.
 */
async function accepter(
  { tx, user }: Writer,
  { branchId, _id }: Shift,
  { counted, expected }: Pick<ClosingContent, 'counted' | 'expected'>,
  token: string | null,
): Promise<{ _id: string; signature?: Signature }> {
  if (token === null && can(user, 'drawers:accept')) return user;
  const signature = await requireSignature(tx, user, token, {
    kind: 'difference',
    branchId,
    shiftId: _id,
    counted,
    expected,
  });
  return { _id: signature.approvedById, signature };
}

/**
 * POST `/shifts/{id}/close`: stores the count beside the expected sums; money that does not stay in
 * the drawer goes into the safe. A blind count asks for no reason, because asking would tell that
 * the count is wrong.
 */
export async function closeShift(
  writer: Writer,
  shiftId: string,
  { counted, expected: shown, left, safeReceivedBy, reason, approvalToken }: CloseInput,
): Promise<WriteResult<Shift>> {
  const { tx, user } = writer;
  const { shift, books } = await lockShift(writer, shiftId, { ofToday: false });
  const { branchId } = shift;
  const expected = (await expectedOf(tx, [shiftId])).get(shiftId) ?? zeroSums();
  if (shift.expected !== null) requireShown(shown, expected);
  const difference = perCurrency((currency) => counted[currency] - expected[currency]);
  const isAbove = await isAboveLimit(tx, branchId, difference);
  if (isAbove && reason === '' && shift.expected !== null)
    throw fieldsInvalid({ reason: 'reasonNeeded' });
  const by =
    isAbove && approvalToken !== null
      ? await accepter(writer, shift, { counted, expected }, approvalToken)
      : undefined;
  const toBeAccepted = isAbove && !by;
  const toSafe = perCurrency((currency) => counted[currency] - left[currency]);
  await addMovements(
    writer,
    { shiftId, branchId, at: books.at },
    inEach(toSafe, { kind: 'paidOut', paidOutKind: 'safe', receivedBy: safeReceivedBy }, -1),
  );
  const closing = { branchId, shiftId, day: books.day, reason, at: books.at };
  const content: ClosingContent = { expected, counted, left };
  await tx.insert(closingTable).values({ ...closing, act: 'closed', content, byId: user._id });
  if (by)
    await tx
      .insert(closingTable)
      .values({ ...closing, act: 'accepted', content: null, byId: by._id });
  await tx
    .update(table)
    .set({ closedById: user._id, closedAt: books.at, counts: counted, toBeAccepted })
    .where(eq(table._id, shiftId));
  const answer = await readShift(tx, user, shiftId);
  return {
    answer,
    audit: {
      action: 'close',
      entity: 'shifts',
      entityId: shiftId,
      before: shift,
      after: { ...answer, left, ...signedBy(by?.signature) },
      reason,
    },
  };
}

/** POST `/shifts/{id}/accept`: by somebody other than the person who counted. */
export async function acceptDifference(
  writer: Writer,
  shiftId: string,
  { reason, approvalToken }: AcceptInput,
): Promise<WriteResult<Shift>> {
  const { tx, user } = writer;
  const before = await readShift(tx, user, shiftId);
  await takeLocks(tx, { shifts: [shiftId] });
  const { at, day } = await openBooks(tx, [before.branchId]);
  const [row] = await tx.select().from(table).where(eq(table._id, shiftId));
  if (!row?.toBeAccepted) throw new ApiError('stepNotAllowed');
  const { counts, expected } = await readShift(tx, user, shiftId);
  const sums = { counted: counts ?? zeroSums(), expected: expected ?? zeroSums() };
  const by = await accepter(writer, before, sums, approvalToken);
  if (row.closedById === by._id) throw new ApiError('countedByYou');
  await tx.update(table).set({ toBeAccepted: false }).where(eq(table._id, shiftId));
  await tx.insert(closingTable).values({
    branchId: before.branchId,
    shiftId,
    day,
    act: 'accepted',
    content: null,
    reason,
    byId: by._id,
    at,
  });
  const answer = await readShift(tx, user, shiftId);
  return {
    answer,
    audit: {
      action: 'accept',
      entity: 'shifts',
      entityId: shiftId,
      before,
      after: { ...answer, ...signedBy(by.signature) },
      reason,
    },
  };
}
