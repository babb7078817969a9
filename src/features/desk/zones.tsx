import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOldRateQuestion } from '#src/entities/payment/use-old-rate-question.tsx';
import { firstWrongTender, lacksReference } from '#src/entities/payment/tenders.ts';
import type { DeviceDrawer } from '#src/entities/drawer/use-drawer.ts';
import { WhoZone } from '#src/features/desk/who/who-zone.tsx';
import { showToast } from '#src/lib/toast.ts';
import styles from './desk.module.css';
import { useBillWords } from './use-bill-words.ts';
import type { VisitWallet } from './visit-pricing.ts';
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
const TenderEditor = lazy(async () => ({
  default: (await import('#src/features/desk/pay/tender-editor.tsx')).TenderEditor,
}));
const LineEditor = lazy(async () => ({
  default: (await import('#src/features/desk/line/line-editor.tsx')).LineEditor,
}));

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

/** Ctrl+Enter presses Confirm, wherever the focus is. */
function useConfirmKey(): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.key !== 'Enter' ||
      !(event.ctrlKey || event.metaKey) ||
      document.querySelector('dialog[open]')
    )
      return;
    event.preventDefault();
    document
      .querySelector<HTMLButtonElement>('[aria-keyshortcuts="Control+Enter"]:enabled')
      ?.click();
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
  const words = useBillWords(visit, visit.draft);
  const keep = async () => {
    const { offlineCashOf } = await import('#src/features/desk/offline/use-slip.ts');
    if (!(await visit.storeOffline(offlineCashOf(wallet.priced, visit.rates, words.nameOf))))
      showToast('error', t('away.notKept'));
  };
  const send = async (hold: boolean) => {
    if (isAway && visit.draft.taken === null) return keep();
    const needsDrawer =
      visit.draft.tenders.some(({ method }) => method === 'cash') && drawer.shiftId === null;
    if (needsDrawer) return onDrawer();
    if (!(await confirmOldRate())) return;
    onSend();
    await visit.send(hold);
  };
  return { send, dialog };
}

/** The three zones and the bar below them; an open line or tender replaces the What zone. */
export function Zones(props: ZonesProps) {
  const { visit, wallet, drawer, onDrawer } = props;
  const [opened, setOpened] = useState<Opened>({});
  const close = () => setOpened({});
  const isAway = useServerUnreachable();
  const { send, dialog } = useConfirmVisit(props, close);
  useConfirmKey();
  const { draft } = visit;
  const objections = visitErrors(visit);
  const [shownFor, setShownFor] = useState(objections);
  if (objections !== shownFor) {
    setShownFor(objections);
    // The row that the server objects to opens, so that the objection stands beside its field.
    const wrong = firstWrongTender(draft.tenders, objections);
    if (wrong) setOpened({ row: wrong.key });
  }
  const row = draft.tenders.find(({ key }) => key === opened.row);
  const isLine = [...draft.places, ...draft.products, ...draft.adjustments].some(
    ({ key }) => key === opened.line,
  );
  const openLine = isLine ? opened.line : undefined;
  const confirm = (hold: boolean) => {
    const incomplete = draft.tenders.find(lacksReference);
    if (incomplete) setOpened({ row: incomplete.key, isAsked: true });
    else void send(hold);
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
      <div className={styles.zones} inert={visit.edit.isSaving}>
        <WhoZone visit={visit} />
        <Suspense fallback={<section className={styles.zone} data-zone="what" />}>
          {row ? (
            <TenderEditor
              key={row.key}
              visit={visit}
              wallet={wallet}
              row={row}
              isAsked={opened.isAsked === true}
              onDone={close}
            />
          ) : openLine !== undefined ? (
            <LineEditor
              key={openLine}
              visit={visit}
              wallet={wallet}
              lineKey={openLine}
              onDone={close}
            />
          ) : (
            <WhatZone visit={visit} onOpenLine={(line) => setOpened({ line })} />
          )}
        </Suspense>
        <Suspense fallback={<section className={styles.zone} data-zone="pay" />}>
          <PayZone
            visit={visit}
            wallet={wallet}
            openRow={row?.key}
            onOpen={(key) => setOpened(key === undefined ? {} : { row: key })}
            onCash={takesCash}
            openLine={openLine}
            onOpenLine={(line) => setOpened({ line })}
          />
        </Suspense>
      </div>
      <Suspense fallback={null}>
        <TotalBar
          visit={visit}
          wallet={wallet}
          isLineOpen={openLine !== undefined}
          onConfirm={confirm}
        />
      </Suspense>
      {dialog}
    </>
  );
}
