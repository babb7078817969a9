import { Banknote, History, Printer, Undo2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { FamilyAccount } from '#contract/orders/family-account.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { Money } from '#src/components/kit/money.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { BarPrimary } from '#src/components/page/bar-primary.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { Columns, Stack } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { Facts, Fact } from '#src/components/kit/facts.tsx';
import { BarCall } from '#src/entities/person/bar-call.tsx';
import { FamilyPayment } from '#src/entities/order/pay/family-payment.tsx';
import { paths } from '#src/lib/paths.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { ChildrenPanel, ElsewherePanel, HeldPanel, FamilyOrders } from './account-panels.tsx';
import styles from './account.module.css';
import { AccountTable } from './account-table.tsx';
import { useFamilyAccount } from './account-queries.ts';
import { AsOf } from './as-of.tsx';

const PayoutDialog = lazy(async () => {
  const [{ PayoutDialog: Payout }] = await Promise.all([
    import('./payout-dialog.tsx'),
    loadWords(['payment', 'desk']),
  ]);
  return { default: Payout };
});
const StatementPaper = lazy(async () => ({
  default: (await import('./statement-paper.tsx')).StatementPaper,
}));

/** The debt with its age, the money that waits for finance, and the credit. */
function Figures({ account }: { account: FamilyAccount }) {
  const { t } = useTranslation('family-account');
  const { owedLAK, openParts, nextDueOn, overdueLAK, pendingLAK, slips, creditLAK, askedBackLAK } =
    account;
  const figures = [
    {
      label: t('figures.owed'),
      sum: owedLAK,
      more:
        openParts === 0
          ? t('nothing')
          : [
              t('parts', { count: openParts }),
              nextDueOn !== null && t('next', { day: showDay(nextDueOn) }),
            ]
              .filter(Boolean)
              .join(', '),
    },
    {
      label: t('figures.overdue'),
      sum: overdueLAK,
      more: overdueLAK === 0 ? t('nothing') : '',
      isLate: overdueLAK > 0,
    },
    {
      label: t('figures.pending'),
      sum: pendingLAK,
      more: slips === 0 ? t('nothing') : t('slips', { count: slips }),
    },
    {
      label: t('figures.credit'),
      sum: creditLAK,
      more:
        askedBackLAK > 0
          ? t('askedBack', { sum: formatNumber(askedBackLAK) })
          : creditLAK === 0
            ? t('nothing')
            : '',
    },
  ];
  return (
    <Facts look="figures">
      {figures.map(({ label, sum, more, isLate = false }) => (
        <Fact key={label} label={label} note={more}>
          <span className={sum === 0 ? styles.nothing : undefined}>
            <Money amount={sum} currency="LAK" isBare tone={isLate ? 'bad' : undefined} />
          </span>
        </Fact>
      ))}
    </Facts>
  );
}

function Account({ account, onDay }: { account: FamilyAccount; onDay: (day: string) => void }) {
  const { t } = useTranslation('family-account');
  const { asOf, today, laterRows, payer } = account;
  return (
    <>
      <Stack>
        <AsOf asOf={asOf} today={today} onChange={onDay} />
        {asOf !== today && (
          <Note tone="wait" icon={History} role="status">
            <span>{t('past', { day: showDay(asOf), count: laterRows })}</span>
            <Button onClick={() => onDay('')}>{t('today')}</Button>
          </Note>
        )}
        <Figures account={account} />
      </Stack>
      <Columns
        label={t('aside')}
        aside={
          <>
            <FamilyOrders orders={account.orders} />
            <ElsewherePanel elsewhere={account.elsewhere} />
            <ChildrenPanel students={account.students} today={today} kind={payer.kind} />
          </>
        }
      >
        <AccountTable account={account} />
        <HeldPanel held={account.held} />
      </Columns>
    </>
  );
}

type Action = 'pay' | 'print' | 'payout';

/** The actions on an account: call, print, take a payment, pay out. */
function Actions({
  account,
  name,
  onAct,
}: {
  account: FamilyAccount;
  name: string;
  onAct: (act: Action) => void;
}) {
  const { t } = useTranslation(['family-account', 'record']);
  const mayPay = useCan('orders:write') && account.asOf === account.today && account.owedLAK > 0;
  const mayRefund =
    useCan('payments:refund') && account.asOf === account.today && account.creditLAK > 0;
  const { phone } = account.payer;
  return (
    <>
      {phone !== '' && (
        <BarCall
          phone={phone}
          short={t('record:call.student')}
          aria-label={t('call', { name, phone: formatPhone(phone) })}
        >
          <bdi dir="ltr">{formatPhone(phone)}</bdi>
        </BarCall>
      )}
      <Button isShort icon={Printer} onClick={() => onAct('print')}>
        {t('statement')}
      </Button>
      {mayRefund && (
        <Button isShort icon={Undo2} onClick={() => onAct('payout')}>
          {t('payout.open')}
        </Button>
      )}
      {mayPay && (
        <BarPrimary>
          <Button icon={Banknote} look="solid" onClick={() => onAct('pay')}>
            {t('pay')}
          </Button>
        </BarPrimary>
      )}
    </>
  );
}

/**
 * The account of one payer: every order, payment and credit with the balance after it, for today or
 * a past day.
 */
export function FamilyAccountPage({ id }: { id: string }) {
  const { t } = useTranslation(['family-account', 'shell']);
  const [params, setParams] = useSearchParams();
  const nameOf = usePersonName();
  const record = useFamilyAccount(id, params.get('asOf') ?? '');
  const [act, setAct] = useState<Action>();
  const mayPay = useCan('orders:write');
  const account = record.status === 'ready' ? record.row : undefined;
  const name = account ? nameOf(account.payer) : '';
  const onDay = (day: string) => setParams({ id, ...(day !== '' && { asOf: day }) });
  const firstOwed = account?.orders
    .filter(({ dueOn }) => dueOn !== null)
    .toSorted((a, b) => (a.dueOn ?? '').localeCompare(b.dueOn ?? ''))[0];
  const paysAtOnce = params.get('do') === 'pay' && mayPay;
  const close = () => {
    setAct(undefined);
    if (params.has('do')) setParams({ id }, { replace: true });
  };
  return (
    <>
      <PageHeader title={name === '' ? t('title') : name} back={paths.parents}>
        {account && <Actions account={account} name={name} onAct={setAct} />}
      </PageHeader>
      <RecordStates record={record} failed={t('failed')} back={paths.parents}>
        {(row) => row && <Account account={row} onDay={onDay} />}
      </RecordStates>
      {(act === 'pay' || paysAtOnce) && firstOwed && (
        <FamilyPayment orderId={firstOwed._id} name={name} onClose={close} />
      )}
      {act === 'payout' && account && (
        <Suspense>
          <PayoutDialog
            account={account}
            name={name}
            onSettle={mayPay && firstOwed ? () => setAct('pay') : undefined}
            onClose={close}
          />
        </Suspense>
      )}
      {act === 'print' && account && (
        <Suspense>
          <StatementPaper account={account} onPrinted={close} />
        </Suspense>
      )}
    </>
  );
}
