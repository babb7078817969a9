import { useQuery } from '@tanstack/react-query';
import { Banknote, ReceiptText, ShoppingBasket, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { FamilyAccount } from '#contract/orders/family-account.ts';
import type { ParentRecord } from '#contract/people/parents.ts';
import { parentsList } from '#contract/people/parents-list.ts';
import { DOT } from '#contract/words/dot.ts';
import { PanelSkeleton } from '#src/components/kit/form-skeleton.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Money } from '#src/components/kit/money.tsx';
import { LineSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { Figure, FigureStrip } from '#src/components/record/strip.tsx';
import { Timeline, type Happening } from '#src/components/record/timeline.tsx';
import { familyPath } from '#src/entities/order/order-path.ts';
import { byTime, useNotes } from '#src/entities/person/history.ts';
import { NoteAct } from '#src/entities/person/note-act.tsx';
import { readOrNull, recordKey } from '#src/lib/request/resource.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber, shortMoment } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';

/** More lines than these are on the page of the account. */
const SHOWN = 12;

/** The account of the family as of now. */
function useAccount(id: string) {
  const branchId = useSelectedBranchId();
  return useQuery({
    queryKey: [...recordKey(parentsList, id), 'account', branchId ?? ''],
    queryFn: ({ signal }) =>
      readOrNull<FamilyAccount>(`/family-accounts/${encodeURIComponent(id)}`, {
        query: { ...(branchId !== undefined && { branchId }) },
        signal,
        quiet: true,
      }),
  });
}

/** The four figures of a family: balance, money to be verified, credit, children. */
export function ParentStrip({ parent }: { parent: ParentRecord }) {
  const { t } = useTranslation(['record', 'family-account']);
  const { data, error, refetch } = useAccount(parent._id);
  const to = familyPath(parent._id);
  if (error && !data)
    return (
      <LoadFailed
        error={error}
        failed={t('family-account:failed')}
        onRetry={() => void refetch()}
      />
    );
  const kip = (amount: number | undefined) =>
    data === undefined ? (
      <LineSkeleton width="60%" height="20px" />
    ) : (
      <Money amount={amount ?? 0} currency="LAK" />
    );
  const due = [
    data && data.openParts > 0 && t('family-account:parts', { count: data.openParts }),
    data?.nextDueOn && t('family-account:next', { day: showDay(data.nextDueOn).slice(0, 5) }),
  ];
  return (
    <FigureStrip label={t('family-account:account')}>
      <Figure
        isLarge
        label={t('family-account:figures.owed')}
        to={to}
        tone={(data?.overdueLAK ?? 0) > 0 ? 'bad' : 'wait'}
        note={due.filter(Boolean).join(', ')}
      >
        {kip(data?.owedLAK)}
      </Figure>
      <Figure
        isLarge
        label={t('family-account:figures.pending')}
        to={to}
        note={data && data.slips > 0 && t('family-account:slips', { count: data.slips })}
      >
        {kip(data?.pendingLAK)}
      </Figure>
      <Figure isLarge label={t('family-account:figures.credit')} to={to}>
        {kip(data?.creditLAK)}
      </Figure>
      <Figure isLarge label={t('children')}>
        {formatNumber(parent.children)}
      </Figure>
    </FigureStrip>
  );
}

type Row = FamilyAccount['rows'][number];

/** A row of the account in words. */
function useInWords(): (row: Row) => Happening<'money'> {
  const { t } = useTranslation(['record', 'family-account', 'orders']);
  const isLao = useLanguage() === 'lo';
  const textOf = ({ kind, lines, payment, creditLAK }: Row): string => {
    if (kind === 'lines') {
      const names = lines
        .map(({ nameEn, nameLo }) => (isLao ? nameLo || nameEn : nameEn || nameLo))
        .filter(Boolean);
      return names.length === 0 ? t('order') : names.join(', ');
    }
    if (kind === 'payment')
      return payment ? t('paidBy', { method: t(`orders:method.${payment.method}`) }) : t('paid');
    return t(`family-account:rows.${kind}`, { sum: formatNumber(creditLAK) });
  };
  return (row) => ({
    id: row.key,
    at: row.at,
    kind: 'money',
    icon:
      row.kind === 'lines'
        ? ShoppingBasket
        : row.isPending
          ? ReceiptText
          : row.amountLAK > 0
            ? Undo2
            : Banknote,
    tone: row.isPending ? 'wait' : row.kind === 'payment' ? 'good' : undefined,
    text: textOf(row),
    note: [
      row.isPending && t('paymentStates.pending'),
      shortMoment(row.at),
      row.receiptNumber ?? row.order?.number,
    ]
      .filter(Boolean)
      .join(DOT),
    end: <Money isBare amount={Math.abs(row.amountLAK)} currency="LAK" />,
  });
}

type Kind = 'money' | 'notes';

/** The newest rows of the account and the notes. */
export function ParentTimeline({ parent }: { parent: ParentRecord }) {
  const { t } = useTranslation('record');
  const { data, error } = useAccount(parent._id);
  const inWords = useInWords();
  const notes = useNotes(parentsList, parent._id);
  if (data === undefined) return error ? null : <PanelSkeleton rows={5} />;
  const money = (data?.rows ?? []).toReversed().slice(0, SHOWN).map(inWords);
  return (
    <Timeline
      tools={<NoteAct resource={parentsList} row={parent} />}
      kinds={[
        { value: 'money', label: t('money') },
        { value: 'notes', label: t('notes') },
      ]}
      happenings={byTime<Kind>([...money, ...notes])}
    />
  );
}

/** Every row of the account as of now, the newest first. */
export function AccountPart({ parent }: { parent: ParentRecord }) {
  const { t } = useTranslation('record');
  const { data, error } = useAccount(parent._id);
  const inWords = useInWords();
  if (data === undefined) return error ? null : <PanelSkeleton rows={5} />;
  return (
    <Timeline
      title={t('account')}
      tools={
        <LinkButton look="text" to={familyPath(parent._id)}>
          {t('wholeAccount')}
        </LinkButton>
      }
      kinds={[]}
      happenings={(data?.rows ?? []).toReversed().map(inWords)}
    />
  );
}
