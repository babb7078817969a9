import type { SignedInUser } from '#contract/centre/auth.ts';
import {
  isLargeRaise,
  rateBeforeRaise,
  type TeacherRate,
  type TeacherRatePost,
} from '#contract/people/teacher-rates.ts';
import type { Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { shownAmount } from '#contract/money/shown-amount.ts';
import {
  hasSigner,
  requireSignature,
  type Signature,
} from '#server/centre/approvals/signatures.ts';

type Paid = Pick<TeacherRate, 'kind' | 'amount' | 'currency'>;

const perKind = {
  hour: { en: 'an hour', lo: 'ຕໍ່ຊົ່ວໂມງ' },
  session: { en: 'a session', lo: 'ຕໍ່ຄັ້ງຮຽນ' },
} as const;

/** `80,000 → 100,000 LAK is 25.0 % more`, in both languages; two kinds of pay have no per cent. */
function raiseInWords(before: Paid, after: Paid): { en: string; lo: string } {
  const sum = ({ amount, currency }: Paid) => `${shownAmount(amount, currency)} ${currency}`;
  if (before.kind === after.kind && before.currency === after.currency) {
    const size = `${((after.amount / before.amount - 1) * 100).toFixed(1)} %`;
    const step = `${sum(before)} → ${sum(after)}`;
    return before.amount === 0
      ? { en: step, lo: step }
      : { en: `${step} is ${size} more`, lo: `${step} ເພີ່ມຂຶ້ນ ${size}` };
  }
  const [from, to] = [perKind[before.kind], perKind[after.kind]];
  return {
    en: `${sum(before)} ${from.en} → ${sum(after)} ${to.en}`,
    lo: `${sum(before)} ${from.lo} → ${sum(after)} ${to.lo}`,
  };
}

/**
 * Asks for the second person whom a large raise needs, behind the lock of the teacher's rates. The
 * only person who may write rates enters it alone, with a reason. docs/money.md, "Rates of
 * teachers".
 */
export async function signTeacherRate(
  tx: Tx,
  user: SignedInUser,
  { kind, amount, currency, validFrom, note, approvalToken }: TeacherRatePost,
  where: { teacherId: string; branchId: string; earliest: string; rates: readonly TeacherRate[] },
): Promise<Signature | undefined> {
  const { teacherId, branchId, earliest, rates } = where;
  const before = rateBeforeRaise(rates, { validFrom, earliest });
  if (!before || !isLargeRaise(before, { kind, amount, currency })) return undefined;
  const act = {
    ...({ kind: 'teacherRate', branchId, teacherId, rateKind: kind } as const),
    currency,
    amount,
    validFrom,
  };
  if (approvalToken !== null) return requireSignature(tx, user, approvalToken, act);
  if (await hasSigner(tx, user, act))
    throw new ApiError('rateSignatureNeeded', {
      n: raiseInWords(before, { kind, amount, currency }),
    });
  if (note === '') throw fieldsInvalid({ note: 'reasonNeeded' });
  return undefined;
}
