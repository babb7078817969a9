import { registrationKey, type PricedLine, type PricedVisit } from '#contract/desk/visit-prices.ts';
import { isReducible } from '#contract/desk/visit-reductions.ts';
import type { VisitInput } from '#contract/desk/visits.ts';
import { addLine, type Posting } from '#server/ledger/books/posting.ts';
import { inClass } from '#server/ledger/orders/order-lines.ts';
import type { Signature } from '#server/centre/approvals/signatures.ts';
import type { LoadedVisit } from './load-visit.ts';
import { monthsCovered, startOf } from '#server/catalogue/course-fees/place-prices.ts';

type Names = { nameEn: string; nameLo: string };

/** The name that is stored on a line of a visit. */
function nameOf(
  input: VisitInput,
  { sources, products }: LoadedVisit,
  { key, kind, refId }: PricedLine,
): Names {
  if (kind === 'adjustment') {
    const reason = input.adjustments.find((one) => one.key === key)?.reason ?? '';
    return { nameEn: reason, nameLo: reason };
  }
  if (kind === 'product') {
    const { nameEn = '', nameLo = '' } = products.get(refId ?? '') ?? {};
    return { nameEn, nameLo };
  }
  const place = input.places.find((one) => one.key === key || registrationKey(one.key) === key);
  const {
    nameEn = '',
    nameLo = '',
    classCode = '',
  } = (place && sources.classes.get(place.classId)) ?? {};
  if (kind === 'registration')
    return {
      nameEn: `Registration fee: ${nameEn}`,
      nameLo: `ຄ່າທຳນຽມລົງທະບຽນ: ${nameLo === '' ? nameEn : nameLo}`,
    };
  return inClass({ nameEn, nameLo }, classCode);
}

type Given = {
  orderId: string;
  input: VisitInput;
  priced: PricedVisit;
  loaded: LoadedVisit;
  idOf: (key: string) => string;
  enrolmentIds: ReadonlyMap<string, string>;
  signed: ReadonlyMap<string, Signature>;
};

/** Gathers the parts of the reductions, each with the line that it lowers. */
function postReductions(
  posting: Posting,
  { orderId, input, priced, loaded }: Pick<Given, 'orderId' | 'input' | 'priced' | 'loaded'>,
  { lineIds, position }: { lineIds: ReadonlyMap<string, string>; position: number },
): number {
  const parts = priced.lines.flatMap((line) => line.parts.map((part) => ({ line, ...part })));
  for (const [at, { line, key, amountLAK }] of parts.entries()) {
    const lowered = posting.rows.lines.find(({ _id }) => _id === lineIds.get(key));
    const names = nameOf(input, loaded, line);
    addLine(posting, {
      orderId,
      position: position + at + 1,
      kind: 'adjustment',
      ofLineId: lowered?._id ?? null,
      ...names,
      studentId: lowered?.studentId ?? null,
      enrolmentId: lowered?.enrolmentId ?? null,
      amountLAK,
      reason: names.nameEn,
    });
  }
  return position + parts.length;
}

/**
 * Gathers the lines of a visit with their discounts; returns the id of each line by its key, and
 * the number of lines.
 */
export function postLines(
  posting: Posting,
  { orderId, input, priced, loaded, idOf, enrolmentIds, signed }: Given,
): { lineIds: Map<string, string>; count: number } {
  const lineIds = new Map<string, string>();
  let position = 0;
  for (const line of priced.lines.filter(isReducible)) {
    const place = input.places.find(({ key }) => key === line.key);
    const target = place && loaded.sources.classes.get(place.classId);
    const isMonth = place?.basis === 'month' && target !== undefined;
    const months = isMonth
      ? monthsCovered(place.coversFrom ?? startOf(place, target, loaded.sources.today), place.units)
      : {};
    const isFee = line.kind === 'tuition' || line.kind === 'registration';
    const whose = {
      studentId: line.studentKey === null ? null : idOf(line.studentKey),
      enrolmentId: (place && enrolmentIds.get(place.key)) ?? null,
      productId: line.kind === 'product' ? line.refId : null,
    };
    const names = nameOf(input, loaded, line);
    position += 1;
    const lineId = addLine(posting, {
      ...{
        orderId,
        position,
        kind: line.kind,
        ...names,
        ...whose,
        feeId: isFee ? line.refId : null,
      },
      ...{
        quantity: line.quantity,
        sessions: line.sessions,
        unitPrice: Math.max(0, line.price.amount),
        currency: line.price.currency,
        rate: line.rate,
        rateId: line.rateId,
      },
      ...{
        amountLAK: line.amountLAK,
        minimumLAK: line.kind === 'tuition' ? line.minimumLAK : 0,
        ...months,
      },
      reason: line.kind === 'adjustment' ? names.nameEn : '',
    });
    lineIds.set(line.key, lineId);
    for (const { ruleId, percent, reason, amountLAK } of line.discounts) {
      const byHand = { nameEn: `Discount ${percent ?? ''} %`, nameLo: `ສ່ວນຫຼຸດ ${percent ?? ''} %` };
      position += 1;
      addLine(posting, {
        orderId,
        position,
        kind: 'discount',
        ofLineId: lineId,
        ...whose,
        ...((ruleId === null ? undefined : loaded.ruleNames.get(ruleId)) ?? byHand),
        ruleId,
        percent,
        reason,
        approvedById: signed.get(line.key)?.approvedById ?? null,
        amountLAK,
      });
    }
  }
  const count = postReductions(posting, { orderId, input, priced, loaded }, { lineIds, position });
  return { lineIds, count };
}
