import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useOldRateQuestion } from '#src/entities/payment/use-old-rate-question.tsx';
import { firstWrongTender, lacksReference } from '#src/entities/payment/tenders.ts';
import type { TakeMethod } from '#src/features/desk/pay/take-method.ts';
import type { TenderMethod } from '#contract/orders/payments.ts';
import type { DeviceDrawer } from '#src/entities/drawer/use-drawer.ts';
import { WhoZone } from '#src/features/desk/who/who-zone.tsx';
import { DESK_PHONE, useMedia } from '#src/lib/browser/use-media.ts';
import { showToast } from '#src/lib/toast.ts';
import styles from './desk.module.css';
import {
  ACT_ID,
  deskStepOf,
  leadTo,
  leadToWrong,
  LINE_DONE_ID,
  LINE_ID,
  METHODS_ID,
  WHAT_ID,
  type DeskStep,
} from './places.ts';
import type { LineNames } from './use-bill-words.ts';
import { hasNoLine } from './visit-draft.ts';
import { hasSeat, type VisitWallet } from './visit-pricing.ts';
import type { Visit } from './use-visit.ts';
import { visitErrors } from './visit-errors.ts';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';

// Loaded lazily: the visit begins with a name, so the other zones are needed later.
const WhatZone = lazy(async () => ({
  default: (await import('#src/features/desk/what/what-zone.tsx')).WhatZone,
}));
const GoodsScan = lazy(async () => ({
  default: (await import('#src/features/desk/what/goods-scan.tsx')).GoodsScan,
}));
const PayZone = lazy(async () => ({
  default: (await import('#src/features/desk/pay/pay-zone.tsx')).PayZone,
}));
const TotalBar = lazy(async () => ({
  default: (await import('#src/features/desk/pay/total-bar.tsx')).TotalBar,
}));
const WorkZone = lazy(async () => ({
  default: (await import('#src/features/desk/pay/work-zone.tsx')).WorkZone,
}));
const DebtLine = lazy(async () => ({
  default: (await import('#src/features/desk/who/debt-line.tsx')).DebtLine,
}));
const LineEditor = lazy(async () => ({
  default: (await import('#src/features/desk/line/line-editor.tsx')).LineEditor,
}));

const Steps = lazy(async () => ({ default: (await import('./steps.tsx')).Steps }));
const Review = lazy(async () => ({
  default: (await import('#src/features/desk/offline/review.tsx')).Review,
}));

export type DrawerState = DeviceDrawer;
type ZonesProps = {
  visit: Visit;
  wallet: VisitWallet;
  drawer: DrawerState;
  /** Asks to open the drawer, and calls `next` once it is open. */
  onDrawer: (next?: () => void) => void;
};
type Opened = {
  row?: string;
  line?: string;
  /** True if the row is open because its reference is missing. */
  isAsked?: boolean;
};

/** Ctrl+Enter presses the button of the bar, wherever the focus is. */
function useActKey(): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.key !== 'Enter' ||
      event.repeat ||
      !(event.ctrlKey || event.metaKey) ||
      document.querySelector('dialog[open]')
    )
      return;
    event.preventDefault();
    // A form that is open in the page is ended first, or what was typed there would be left behind.
    const form = event.target instanceof Element && event.target.closest('form');
    if (form) form.requestSubmit();
    else document.getElementById(ACT_ID)?.click();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/**
 * Confirms the visit. Cash needs an open drawer, and a rate older than a day must be confirmed
 * first.
 */
function useConfirmVisit({ visit, wallet, drawer, onDrawer }: ZonesProps, onSend: () => void) {
  const { t } = useTranslation('desk');
  const { confirmOldRate, dialog } = useOldRateQuestion(visit.ratesAsOf, wallet);
  const isAway = useServerUnreachable();
  const isKeeping = useRef(false);
  const keep = async (nameOf: LineNames) => {
    // A device that has no code for the slip keeps no visit: its clerk would not know about it.
    const parts = await Promise.all([
      import('#src/features/desk/offline/use-slip.ts'),
      import('#src/features/desk/offline/provisional-slip-panel.tsx'),
    ]).catch(() => undefined);
    const cash = parts?.[0].offlineCashOf(wallet.priced, visit.rates, nameOf);
    if (!cash || !(await visit.storeOffline(cash))) showToast('error', t('away.notKept'));
  };
  const send = async (hold: boolean, nameOf: LineNames) => {
    if (isAway && visit.draft.taken === null) {
      // Pressed twice, the same cash would be kept as two visits.
      if (isKeeping.current) return;
      isKeeping.current = true;
      await keep(nameOf).finally(() => (isKeeping.current = false));
      return;
    }
    const needsDrawer =
      visit.draft.tenders.some(({ method }) => method === 'cash') && drawer.shiftId === null;
    if (needsDrawer) return onDrawer();
    if (!(await confirmOldRate())) return;
    onSend();
    await visit.send(hold);
  };
  return { send, dialog };
}

/** The row of money or the line that is open, and the step of a phone. */
function useOpened(visit: Visit) {
  const { draft } = visit;
  const [opened, setOpened] = useState<Opened>({});
  const [step, setStep] = useState<DeskStep>('who');
  const isPhone = useMedia(DESK_PHONE);
  const objections = visitErrors(visit);
  const [shownFor, setShownFor] = useState(objections);
  const close = () => setOpened({});
  const openRow = (row: string, isAsked = false) => {
    setOpened({ row, isAsked });
    setStep('pay');
  };
  const goTo = (to: DeskStep) => {
    setStep(to);
    if (to !== 'pay') close();
  };
  if (objections !== shownFor) {
    setShownFor(objections);
    // The row that the server objects to opens, so that the objection stands beside its field.
    const wrong = firstWrongTender(draft.tenders, objections);
    if (wrong) openRow(wrong.key);
    else if (Object.keys(objections).length > 0) goTo('who');
  }
  const isLine = (line: string | undefined) =>
    [...draft.places, ...draft.products, ...draft.adjustments].some(({ key }) => key === line);
  const openLine = (line: string) => {
    setStep('what');
    setOpened({ line });
  };
  return {
    row: draft.tenders.find(({ key }) => key === opened.row),
    isAsked: opened.isAsked === true,
    line: isLine(opened.line) ? opened.line : undefined,
    /** The step that is shown; all of them from a tablet on. */
    step: isPhone ? step : undefined,
    goTo,
    close,
    openRow,
    openLine,
    /** Leads to a row of money, a line, or the first wrong field of the payment. */
    goToGap: (key: string | undefined) => {
      if (draft.tenders.some((one) => one.key === key)) return openRow(key ?? '');
      if (key !== undefined && isLine(key)) {
        flushSync(() => openLine(key));
        // Without a wrong field the heading of the line has the focus.
        return leadToWrong(LINE_ID);
      }
      return document.querySelector<HTMLElement>('[data-zone=pay] [aria-invalid=true]')?.focus();
    },
    /** Closes the line; the button of the bill that opens it takes the focus of the editor. */
    closeLine: () => {
      const opener = document.querySelector<HTMLElement>('[data-zone=pay] [data-open] button');
      flushSync(close);
      (opener?.checkVisibility() ? opener : document.getElementById('desk-what'))?.focus();
    },
    /** Leads the focus to a place, in its own step. */
    lead: (id: string) => {
      flushSync(() => (id === LINE_DONE_ID ? setStep('what') : goTo(deskStepOf(id))));
      leadTo(id);
    },
    /** Ends the counting; the pressed button is gone with the zone of the money. */
    stopPaying: () => {
      flushSync(close);
      if (isPhone || visit.draftStore.read().tenders.length === 0) leadTo(METHODS_ID);
      else document.getElementById('desk-what')?.focus({ preventScroll: true });
    },
  };
}

/** The three zones and the bar below them; an open line or tender replaces the What zone. */
export function Zones(props: ZonesProps) {
  const { visit, wallet, drawer, onDrawer } = props;
  const { draft } = visit;
  const opened = useOpened(visit);
  const { row, line, step } = opened;
  const isAway = useServerUnreachable();
  const { send, dialog } = useConfirmVisit(props, opened.close);
  useActKey();
  const [holds, setHolds] = useState(false);
  const isHolding = holds && draft.tenders.length === 0 && hasSeat(wallet.priced);
  const confirm = (hold: boolean, nameOf: LineNames) => {
    const incomplete = draft.tenders.find(lacksReference);
    if (incomplete) opened.openRow(incomplete.key, true);
    else void send(hold, nameOf);
  };
  const pay = (method: TenderMethod, take: TakeMethod) => {
    setHolds(false);
    const accounts = visit.rules.data?.bankAccounts ?? [];
    const now = visit.draftStore.read();
    const taken = take(now, method, { wallet, accounts, openKey: row?.key });
    visit.change(() => taken.draft);
    opened.openRow(taken.key);
  };
  const takesCash = (take: () => void) => {
    // Offline it is unknown whether the drawer is open; the cash is checked when the visit is sent.
    if (isAway) return true;
    if (drawer.shiftId === null) onDrawer(take);
    return drawer.shiftId !== null;
  };
  return (
    <>
      {draft.taken && (
        <Suspense fallback={null}>
          <Review visit={visit} wallet={wallet} taken={draft.taken} shiftId={drawer.shiftId} />
        </Suspense>
      )}
      <Suspense fallback={null}>
        <GoodsScan visit={visit} />
      </Suspense>
      {step && (
        <Suspense fallback={null}>
          <Steps
            at={step}
            isDone={{ who: draft.payer !== null, what: !hasNoLine(draft), pay: false }}
            onStep={opened.goTo}
          />
        </Suspense>
      )}
      <div
        className={styles.zones}
        data-step={step}
        data-named={draft.payer !== null}
        inert={visit.edit.isSaving}
      >
        {/* A card that is scanned while money is counted leaves the focus with the money. */}
        <WhoZone visit={visit} onChosen={() => !row && opened.lead(WHAT_ID)} />
        {draft.family && !row && (
          <Suspense fallback={null}>
            <DebtLine visit={visit} />
          </Suspense>
        )}
        <Suspense fallback={<section className={styles.zone} data-zone="what" />}>
          {row ? (
            <WorkZone
              visit={visit}
              wallet={wallet}
              row={row}
              isAsked={opened.isAsked}
              onOpen={(key) => (key === undefined ? opened.stopPaying() : opened.openRow(key))}
            />
          ) : line !== undefined ? (
            <LineEditor
              key={line}
              visit={visit}
              wallet={wallet}
              lineKey={line}
              onDone={opened.closeLine}
            />
          ) : (
            <WhatZone visit={visit} onOpenLine={opened.openLine} />
          )}
        </Suspense>
        <Suspense fallback={<section className={styles.zone} data-zone="pay" />}>
          <PayZone
            visit={visit}
            wallet={wallet}
            openRow={row?.key}
            onRow={(key) => (key === undefined ? opened.stopPaying() : opened.openRow(key))}
            openLine={line}
            onOpenLine={opened.openLine}
            isHolding={isHolding}
            onHold={setHolds}
          />
        </Suspense>
      </div>
      <Suspense fallback={null}>
        <TotalBar
          visit={visit}
          wallet={wallet}
          isLineOpen={line !== undefined}
          isHolding={isHolding}
          openMethod={row?.method}
          onMethod={(method, take) => {
            if (method !== 'cash' || takesCash(() => pay('cash', take))) pay(method, take);
          }}
          step={step ?? 'pay'}
          onStep={opened.goTo}
          onLead={opened.lead}
          onRow={opened.openRow}
          onConfirm={confirm}
          onGap={opened.goToGap}
        />
      </Suspense>
      {dialog}
    </>
  );
}
