import { Banknote, Check, Landmark, PiggyBank, QrCode } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { kipToForeign } from '#contract/money/money.ts';
import { tenderMethods, type TenderMethod } from '#contract/orders/payments.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Money } from '#src/components/kit/money.tsx';
import { useDrawerShort } from '#src/entities/drawer/drawer-short.ts';
import {
  accountsFor,
  keptAboveLAK,
  stillToPayLAK,
  tenderedLAK,
  type Wallet,
} from '#src/entities/payment/tenders.ts';
import { ACT_ID, METHODS_ID } from '#src/features/desk/places.ts';
import type { Visit } from '#src/features/desk/use-visit.ts';
import type { VisitDraft } from '#src/features/desk/visit-draft.ts';
import { isOfFamily } from '#src/features/desk/visit-people.ts';
import { paidNowLAK } from '#src/features/desk/visit-pricing.ts';
import { lowerBar } from '#src/lib/browser/own-bar.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';
import bar from './bar.module.css';
import { useNextAct, useObstacle, type Asked } from './next-act.ts';
import { takeMethod, type TakeMethod } from './take-method.ts';

type FigureProps = {
  label: string;
  tone?: 'good' | undefined;
  below: ReactNode;
  children: ReactNode;
};

function Figure({ label, tone, below, children }: FigureProps) {
  return (
    <div className={bar.figure}>
      <span>{label}</span>
      <output className={bar.sum} data-tone={tone} aria-live="polite">
        {children}
      </output>
      <small>{below}</small>
    </div>
  );
}

/** The one figure: the sum to pay, then what is still to pay, at last the change. */
function TheFigure({ draft, wallet, toPay }: { draft: VisitDraft; wallet: Wallet; toPay: number }) {
  const { t } = useTranslation('desk');
  const { priced, rates } = wallet;
  const taken = tenderedLAK(priced);
  // Bank money is taken once it is seen on the account.
  const inCash = tenderedLAK({ rows: priced.rows.filter(({ method }) => method === 'cash') });
  const above = keptAboveLAK(wallet, toPay);
  const { toCreditLAK: toCredit } = priced;
  const from = [
    t('bar.from', { sum: formatNumber(toPay) }),
    inCash > 0 && t('bar.taken', { taken: formatNumber(inCash) }),
    taken > inCash && t('bar.verifySum', { sum: formatNumber(taken - inCash) }),
    above > 0 && t('bar.more', { sum: formatNumber(above) }),
    toCredit > 0 && t('bar.toCredit', { sum: formatNumber(toCredit) }),
  ]
    .filter(Boolean)
    .join(DOT);
  if (priced.change.length > 0)
    return (
      <Figure label={t('bar.change')} tone="good" below={from}>
        {priced.change.map(({ currency, amount }) => (
          <Money key={currency} amount={amount} currency={currency} />
        ))}
      </Figure>
    );
  const left = draft.taken === null ? stillToPayLAK(draft, wallet) : 0;
  if (taken > 0 && left > 0)
    return (
      <Figure label={t('bar.still')} below={from}>
        <Money amount={left} currency="LAK" />
      </Figure>
    );
  const foreign = (['THB', 'USD'] as const).flatMap((currency) => {
    const rate = rates[currency]?.rate;
    return rate === undefined
      ? []
      : [<Money key={currency} amount={kipToForeign(toPay, currency, rate)} currency={currency} />];
  });
  const isBank = taken > 0 && priced.pendingLAK >= toPay;
  return (
    <Figure
      label={t(isBank ? 'bar.verify' : 'bar.toPay')}
      below={isBank ? above + toCredit > 0 && from : taken > 0 ? from : foreign}
    >
      <Money amount={toPay} currency="LAK" />
    </Figure>
  );
}

const icons = { cash: Banknote, qr: QrCode, transfer: Landmark } as const satisfies Record<
  TenderMethod,
  unknown
>;

type MethodsProps = {
  visit: Visit;
  openMethod: TenderMethod | undefined;
  isOff: boolean;
  onMethod: (method: TenderMethod) => void;
};

/** The four methods, always there and in the same order. */
function Methods({ visit, openMethod, isOff, onMethod }: MethodsProps) {
  const { t } = useTranslation(['desk', 'payment']);
  const { draft, rules, change } = visit;
  const isAway = useServerUnreachable();
  const hasAccount = accountsFor(rules.data?.bankAccounts ?? [], 'LAK').length > 0;
  const credit = isOfFamily(draft) ? (draft.family?.creditLAK ?? 0) : 0;
  const isBarred = (method: TenderMethod) => method !== 'cash' && (isAway || !hasAccount);
  return (
    <div id={METHODS_ID} className={bar.methods} role="group" aria-label={t('bar.methods')}>
      {tenderMethods.map((method) => (
        <Button
          key={method}
          icon={icons[method]}
          className={bar.method}
          aria-pressed={openMethod === method}
          disabled={isOff || isBarred(method)}
          onClick={() => onMethod(method)}
        >
          {t(method === 'transfer' ? 'payment:shortTransfer' : `payment:method.${method}`)}
        </Button>
      ))}
      <Button
        icon={PiggyBank}
        className={`${bar.method} ${bar.credit}`}
        aria-pressed={draft.usesCredit}
        disabled={!draft.usesCredit && (credit <= 0 || isAway || draft.taken !== null)}
        onClick={() => change((before) => ({ ...before, usesCredit: !before.usesCredit }))}
      >
        <span>{t('bar.credit')}</span> <small>{formatNumber(credit)}</small>
      </Button>
    </div>
  );
}

type TotalBarProps = {
  visit: Visit;
  wallet: Wallet;
  isLineOpen: boolean;
  /** True if the seats are only to be held. */
  isHolding: boolean;
  openMethod: TenderMethod | undefined;
  onMethod: (method: TenderMethod, take: TakeMethod) => void;
} & Pick<Asked, 'step' | 'onStep' | 'onLead' | 'onRow' | 'onConfirm' | 'onGap'>;

/** The one figure, the methods, and the one button that says what is next and leads there. */
export function TotalBar({ visit, wallet, openMethod, onMethod, ...asked }: TotalBarProps) {
  const { t } = useTranslation('desk');
  const { draft, edit } = visit;
  const { priced } = wallet;
  const toPay = asked.isHolding ? 0 : paidNowLAK(draft, wallet);
  const short = useDrawerShort({ ...visit, hasLeft: draft.taken !== null }, priced);
  const obstacle = useObstacle(visit, wallet, short, asked.isHolding);
  const next = useNextAct({ visit, wallet, short, toPay, ...asked });
  // The same words are read out again for each press.
  const [pressed, setPressed] = useState(0);
  const isShown =
    edit.failure ||
    (next.isLast && (!asked.isHolding || next.isOff)) ||
    // The press has opened the line that it is about.
    (pressed > 0 && asked.isLineOpen);
  const press = () => {
    if (next.isOff) setPressed(pressed + 1);
    next.act();
  };
  return (
    <section
      ref={lowerBar}
      className={bar.bar}
      aria-label={t('bar.title')}
      data-step={asked.step}
      data-bar
    >
      <p role="status" className={bar.reason}>
        {isShown && obstacle !== undefined && <span key={pressed}>{obstacle}</span>}
      </p>
      <TheFigure draft={draft} wallet={wallet} toPay={toPay} />
      <Methods
        visit={visit}
        openMethod={openMethod}
        isOff={draft.taken !== null || wallet.withoutMoney.dueLAK <= 0}
        onMethod={(method) => onMethod(method, takeMethod)}
      />
      <Button
        id={ACT_ID}
        icon={next.isLast ? Check : undefined}
        look={next.isLast || next.isNext ? 'solid' : 'outline'}
        wraps
        className={bar.act}
        disabled={edit.isSaving}
        aria-disabled={next.isOff || undefined}
        aria-labelledby={`${ACT_ID}-words`}
        aria-describedby={next.more === undefined ? undefined : `${ACT_ID}-more`}
        aria-keyshortcuts="Control+Enter"
        // Enter moves on; held down or sent by a scanner it would confirm unseen.
        onKeyDown={(event) => {
          const isPlain = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
          if (isPlain && (event.repeat || (next.isLast && !next.isOff))) event.preventDefault();
        }}
        onClick={press}
      >
        <span>
          <b id={`${ACT_ID}-words`}>{next.words}</b>
          {next.more !== undefined && <small id={`${ACT_ID}-more`}>{next.more}</small>}
        </span>
      </Button>
    </section>
  );
}
