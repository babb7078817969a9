import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Note } from '#src/components/kit/note.tsx';
import type { VisitDraft } from '#src/features/desk/visit-draft.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { today } from '#src/lib/text/today.ts';

type Owing = Pick<VisitDraft, 'family' | 'debts' | 'payer'>;

/** The payer's overdue sum that this visit does not pay, in words. */
export function useOverdueText({ family, debts, payer }: Owing): string | undefined {
  const { t } = useTranslation('desk');
  const payerId =
    payer?.kind === 'parent'
      ? payer.parentKey
      : payer?.kind === 'student'
        ? payer.studentKey
        : undefined;
  if (family?.payer?._id !== payerId) return undefined;
  const late = (family?.owed ?? []).filter(
    ({ orderId, dueOn }) =>
      dueOn !== null && dueOn < today() && !debts.some((debt) => debt.orderId === orderId),
  );
  const [first] = late;
  if (!first) return undefined;
  return t('who.overdue', {
    sum: formatNumber(late.reduce((total, { balanceLAK }) => total + balanceLAK, 0)),
    day: showDay(first.dueOn ?? ''),
  });
}

/** A warning about overdue sums, which blocks nothing. */
export function OverdueNote(owing: Owing) {
  const text = useOverdueText(owing);
  if (text === undefined) return null;
  return (
    <Note tone="wait" icon={CircleAlert}>
      <p>{text}</p>
    </Note>
  );
}
