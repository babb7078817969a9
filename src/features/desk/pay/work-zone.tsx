import { ArrowLeft } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { Money } from '#src/components/kit/money.tsx';
import { RatesAsOf } from '#src/entities/payment/rates-as-of.tsx';
import { TenderSum } from '#src/entities/payment/tender-fields.tsx';
import { TenderRows } from '#src/entities/payment/tender-rows.tsx';
import {
  changeTender,
  exceededPartLAK,
  tenderErrors,
  type DraftTender,
  type Wallet,
} from '#src/entities/payment/tenders.ts';
import styles from '#src/features/desk/desk.module.css';
import { ACT_ID } from '#src/features/desk/places.ts';
import { useSellsOnly, type Visit } from '#src/features/desk/use-visit.ts';
import { isOfFamily } from '#src/features/desk/visit-people.ts';
import { visitErrors } from '#src/features/desk/visit-errors.ts';
import work from './work.module.css';

const bankPart = () => import('#src/entities/payment/bank-part.tsx');
const BankFields = lazy(async () => ({ default: (await bankPart()).BankFields }));
const BankCode = lazy(async () => ({ default: (await bankPart()).BankCode }));
const NotesToGive = lazy(async () => ({
  default: (await import('#src/features/desk/done/notes-to-give.tsx')).NotesToGive,
}));
const ChangePart = lazy(async () => ({
  default: (await import('#src/entities/payment/change-part.tsx')).ChangePart,
}));

type WorkZoneProps = {
  visit: Visit;
  wallet: Wallet;
  row: DraftTender;
  isAsked: boolean;
  onOpen: (key: string | undefined) => void;
};

/** The kip that the family owes for orders that are not on the visit. */
const owedBesidesLAK = (draft: Visit['draft']): number =>
  isOfFamily(draft)
    ? (draft.family?.owed ?? [])
        .filter(({ orderId }) => !draft.debts.some((debt) => debt.orderId === orderId))
        .reduce((sum, { balanceLAK }) => sum + balanceLAK, 0)
    : 0;

/** The text boxes of this zone, as opposed to its buttons. */
const isBox = (target: EventTarget) => target instanceof HTMLInputElement && target.type !== 'file';

/**
 * The money while it is counted, in the space of Who and What: its rows, and the pad or the code of
 * the open one. Enter moves on to the next row or to the button of the bar, and never confirms.
 */
export function WorkZone({ visit, wallet, row, isAsked, onOpen }: WorkZoneProps) {
  const { draft, change, rules, branchId, edit } = visit;
  const { t } = useTranslation(['desk', 'payment']);
  const sellsOnly = useSellsOnly();
  const heading = useRef<HTMLHeadingElement>(null);
  // On a phone the zone opens out of sight, and below the head of the desk it has no room for all
  // keys.
  useEffect(() => {
    heading.current?.closest('section')?.scrollIntoView({ block: 'start' });
  }, []);
  const accounts = rules.data?.bankAccounts ?? [];
  const isCash = row.method === 'cash';
  const hasChange =
    wallet.priced.change.length > 0 ||
    draft.changeOwedLAK > 0 ||
    exceededPartLAK(draft, wallet) !== null;
  const moveOn = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !isBox(event.target)) return;
    event.preventDefault();
    const next = draft.tenders.find(({ key, tendered }) => key !== row.key && tendered === null);
    if (next) onOpen(next.key);
    else document.getElementById(ACT_ID)?.focus();
  };
  return (
    <section
      className={`${styles.zone} ${work.zone}`}
      aria-labelledby="desk-row"
      data-zone="what"
      data-row
      data-opened
      onKeyDown={moveOn}
    >
      <div className={work.head}>
        <Button
          icon={ArrowLeft}
          isFlipped
          look="ghost"
          data-leave
          onClick={() => onOpen(undefined)}
        >
          {t(sellsOnly ? 'pay.rowDoneProducts' : 'pay.rowDone')}
        </Button>
        <h2 id="desk-row" ref={heading}>
          {t(`payment:method.${row.method}`)}
        </h2>
        <RatesAsOf moments={visit.ratesAsOf} wallet={wallet} />
      </div>
      <div className={work.parts}>
        <div className={work.part}>
          <TenderRows
            draft={draft}
            wallet={wallet}
            change={change}
            openRow={row.key}
            onOpen={onOpen}
          />
          <Suspense fallback={null}>
            {!isCash && (
              <BankFields
                key={row.key}
                row={row}
                accounts={accounts}
                branchId={branchId}
                isAsked={isAsked}
                isFirst
                errors={tenderErrors(visitErrors({ edit }), draft.tenders.indexOf(row))}
                onChange={(changes) => change((before) => changeTender(before, row.key, changes))}
              />
            )}
            {wallet.priced.change.length > 0 && (
              <div className={work.give}>
                <span>{t('done.give')}</span>
                {wallet.priced.change.map(({ currency, amount }) => (
                  <p key={currency}>
                    <b>
                      <Money amount={amount} currency={currency} />
                    </b>
                    <NotesToGive amount={amount} currency={currency} />
                  </p>
                ))}
              </div>
            )}
            {hasChange && (
              <ChangePart
                draft={draft}
                change={change}
                wallet={wallet}
                mayBeCredit={draft.payer?.kind !== 'walkIn'}
                owedBesidesLAK={owedBesidesLAK(draft)}
              />
            )}
          </Suspense>
        </div>
        <div className={work.part}>
          <TenderSum
            key={row.key}
            draft={draft}
            wallet={wallet}
            change={change}
            row={row}
            accounts={accounts}
            isFirst={isCash}
          />
          <Suspense fallback={null}>
            {row.method === 'qr' && <BankCode row={row} accounts={accounts} />}
          </Suspense>
        </div>
      </div>
    </section>
  );
}
