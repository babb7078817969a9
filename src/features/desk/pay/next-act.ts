import { useTranslation } from 'react-i18next';
import { DOT } from '#contract/words/dot.ts';
import type { DrawerShort } from '#src/entities/drawer/drawer-short.ts';
import { lacksReference, tenderedLAK, type Wallet } from '#src/entities/payment/tenders.ts';
import { notOffline } from '#src/features/desk/offline/not-offline.ts';
import {
  BUYER_ID,
  LINE_DONE_ID,
  METHODS_ID,
  WHAT_ID,
  WHO_ID,
  type DeskStep,
} from '#src/features/desk/places.ts';
import { useBillWords, type LineNames } from '#src/features/desk/use-bill-words.ts';
import type { Visit } from '#src/features/desk/use-visit.ts';
import { hasNoLine } from '#src/features/desk/visit-draft.ts';
import { isUnnamed, needsName } from '#src/features/desk/visit-people.ts';
import { useVisitErrorText } from '#src/features/desk/visit-errors.ts';
import { isUnfinished, unfinishedLine } from '#src/features/desk/visit-pricing.ts';
import { useNow } from '#src/lib/browser/use-now.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { useGrant } from '#src/lib/session/use-can.ts';
import { say } from '#src/lib/text/i18n.ts';
import { formatNumber, shortMoment } from '#src/lib/text/format.ts';
import { showSum } from '#src/lib/text/money.ts';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';

/** What the button of the bar says and does: it leads to what is missing, or ends the visit. */
export type NextAct = {
  words: string;
  /** A second line: the sum, or what to hand over. */
  more?: string | undefined;
  /** True if it ends the visit. */
  isLast: boolean;
  /** True if it goes on to the next step of a phone. */
  isNext?: boolean;
  /** True if something keeps it from ending the visit; `act` then leads there. */
  isOff?: boolean;
  act: () => void;
};

export type Asked = {
  visit: Visit;
  wallet: Wallet;
  short: DrawerShort | undefined;
  isLineOpen: boolean;
  isHolding: boolean;
  toPay: number;
  /** The step that is shown on a phone; elsewhere the last one. */
  step: DeskStep;
  onStep: (step: DeskStep) => void;
  /** Leads the focus to a place of the desk. */
  onLead: (id: string) => void;
  onRow: (key: string, isAsked: boolean) => void;
  onConfirm: (hold: boolean, nameOf: LineNames) => void;
  /** Leads to the row, the line or the field that keeps the visit from being confirmed. */
  onGap: (key: string | undefined) => void;
};

/** The reason why a visit without a gap cannot be confirmed yet; undefined if it can. */
export function useObstacle(
  visit: Visit,
  { priced }: Wallet,
  short: DrawerShort | undefined,
  isHolding: boolean,
): string | undefined {
  const { t } = useTranslation(['desk', 'payment']);
  const { draft, isWritable, edit, rules } = visit;
  const grant = useGrant();
  const isAway = useServerUnreachable();
  const errorText = useVisitErrorText();
  const hasGap = isUnfinished(draft, priced);
  if (edit.failure?.outcome === 'invalid')
    return Object.entries(edit.failure.fields)
      .map(([path, text]) => errorText(path, text))
      .join(DOT);
  if (edit.failure)
    return failureText(edit.failure.outcome === 'offline' ? { outcome: 'offline' } : edit.failure);
  if (!isWritable) return t('bar.noRight');
  if (draft.taken === null && isAway) {
    const [barred] = notOffline(draft, grant, rules.data?.discountLimitPercent ?? 0);
    if (barred) return t(`away.barred.${barred}`);
    if (!short && priced.problems.length === 0 && !hasGap) return t('away.willKeep');
  } else if (isAway) return `${say('offlineToast')} ${t('bar.offline')}`;
  if (isHolding && !isAway) return hasGap ? t('bar.unfinished') : undefined;
  const problem = priced.problems.find((one) => one.problem !== 'minimumMissing');
  if (!problem && short)
    return t('payment:drawerShort', { sum: showSum(short.holds, short.currency) });
  if (!problem && hasGap) return t('bar.unfinished');
  return (
    problem &&
    t(`problem.${problem.problem}`, {
      n: typeof problem.n === 'number' ? formatNumber(problem.n) : problem.n,
    })
  );
}

/** The words of what Confirm does besides: the change, or what came in and is to be verified. */
function useConfirmWords({ priced }: Wallet): string | undefined {
  const { t } = useTranslation('desk');
  const given = priced.change.map(({ amount, currency }) => showSum(amount, currency));
  if (given.length > 0) return t('act.give', { money: given.join(' + ') });
  const sumOf = (isBank: boolean) =>
    tenderedLAK({ rows: priced.rows.filter(({ method }) => (method !== 'cash') === isBank) });
  const sums = [
    ['act.exact', sumOf(false)],
    ['bar.verifySum', sumOf(true)],
  ] as const;
  const words = sums.flatMap(([key, sum]) => (sum > 0 ? t(key, { sum: formatNumber(sum) }) : []));
  return words.length > 0 ? words.join(DOT) : undefined;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Until when seats are held that are held now, as the server will count it. */
function useHoldWords({ rules }: Visit): string | undefined {
  const { t } = useTranslation('desk');
  const now = useNow(MINUTE_MS);
  const hours = rules.data?.holdHours;
  if (hours === undefined) return undefined;
  const end = new Date(now + hours * HOUR_MS).toISOString();
  return t('bar.until', { time: shortMoment(end) });
}

/** True for a visit that must not be kept while the server does not answer. */
const isBarredAway = ({ draft, edit, rules }: Visit, grant: ReturnType<typeof useGrant>) =>
  draft.taken !== null ||
  edit.failure?.outcome === 'unknown' ||
  notOffline(draft, grant, rules.data?.discountLimitPercent ?? 0).length > 0;

/** The key of the line or row of money that keeps the visit from being confirmed. */
const firstGap = (draft: Visit['draft'], { problems }: Wallet['priced'], isShort: boolean) =>
  problems.find(({ key }) => key !== null)?.key ??
  unfinishedLine(draft) ??
  (isShort ? draft.tenders.find(({ method }) => method === 'cash')?.key : undefined);

/** The one next act of the visit, in the order in which a visit is made. */
export function useNextAct(asked: Asked): NextAct {
  const { visit, wallet, short, isLineOpen, isHolding, toPay, onRow, onConfirm, onGap } = asked;
  const { step, onStep, onLead } = asked;
  const { t } = useTranslation(['desk', 'payment']);
  const { draft } = visit;
  const { priced } = wallet;
  const grant = useGrant();
  const isAway = useServerUnreachable();
  const more = useConfirmWords(wallet);
  const heldUntil = useHoldWords(visit);
  const { nameOf } = useBillWords(visit, draft);
  const isTaken = draft.taken !== null;
  const isBarred = (isTaken && !visit.isReviewed) || (isAway && isBarredAway(visit, grant));
  const lead = (words: string, id: string, sum?: string): NextAct => ({
    words,
    more: sum,
    isLast: false,
    act: () => onLead(id),
  });
  const next = (words: string, to: DeskStep): NextAct => ({
    words,
    isLast: false,
    isNext: true,
    act: () => onStep(to),
  });
  if (!isTaken && step === 'who')
    return next(
      t(draft.payer === null && hasNoLine(draft) && !isAway ? 'act.noName' : 'act.nextWhat'),
      'what',
    );
  if (!isTaken && step === 'what' && !hasNoLine(draft) && !isLineOpen)
    return next(t('act.nextPay'), 'pay');
  if (!isTaken && draft.payer === null && hasNoLine(draft)) return lead(t('act.who'), WHO_ID);
  if (hasNoLine(draft)) return lead(t('act.what'), WHAT_ID);
  if (draft.payer === null) return lead(t('act.who'), WHO_ID);
  if (isLineOpen) return lead(t('bar.lineOpen'), LINE_DONE_ID);
  if (isUnnamed(draft.payer) && needsName(draft, isAway))
    return lead(t('bar.nameNeeded'), BUYER_ID);
  const isTyped = visit.isWritable && !isUnfinished(draft, priced);
  // Seats are held without a price, so only a line that is not filled in keeps them from it.
  const gap =
    isHolding && !isAway ? unfinishedLine(draft) : firstGap(draft, priced, short !== undefined);
  const last = (words: string, isReady: boolean, hold: boolean): NextAct => ({
    words,
    more: hold ? heldUntil : more,
    isLast: true,
    isOff: !isReady,
    act: () => (isReady ? onConfirm(hold, nameOf) : onGap(gap)),
  });
  if (isHolding && !isAway) return last(t('bar.hold'), isTyped, true);
  const unread = draft.tenders.find(({ tendered }) => typeof tendered === 'string');
  if (unread)
    return { words: t('bar.unreadable'), isLast: false, act: () => onRow(unread.key, false) };
  const missing = priced.problems.find(({ problem }) => problem === 'minimumMissing');
  const needsMoney = missing !== undefined || priced.problems.some(isPayerNeeded);
  if (!isTaken && needsMoney && draft.tenders.length === 0)
    return lead(t('act.how'), METHODS_ID, formatNumber(toPay));
  if (missing && !isTaken)
    return lead(t('problem.minimumMissing', { n: formatNumber(Number(missing.n)) }), METHODS_ID);
  const empty = draft.tenders.find(({ tendered }) => tendered === null || tendered === 0);
  if (empty) return { words: t('act.amount'), isLast: false, act: () => onRow(empty.key, false) };
  const incomplete = isTaken ? undefined : draft.tenders.find(lacksReference);
  if (incomplete)
    return {
      words: t('payment:needsReference'),
      isLast: false,
      act: () => onRow(incomplete.key, true),
    };
  const isReady =
    isTyped &&
    !isBarred &&
    // Away from the network the sum may be old, so the clerk decides.
    (short === undefined || isAway) &&
    priced.problems.length === 0;
  return last(t(isTaken ? 'away.send' : isAway ? 'away.keep' : 'bar.confirm'), isReady, false);
}

const isPayerNeeded = ({ problem }: { problem: string }) => problem === 'payerNeeded';
