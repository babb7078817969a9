import type { OpeningPlace } from '#contract/imports/opening-sums.ts';
import type { Tx } from '#server/db/client.ts';
import { newestRates } from '#server/catalogue/exchange-rates/newest-rate.ts';
import { placeMoneyKey } from '#server/desk/moving-in/known-keys.ts';
import { creditsOf, debtsOf, type LeavingBalance } from './open-balances.ts';
import {
  readCredits,
  readMoved,
  readOpenOrders,
  readPlaceLines,
  type OpenDuePart,
  type MovedMoney,
  type OpenOrder,
  type RunningPlaceLine,
} from './open-orders.ts';
import { placeMoney, takeParts, type MovedPlace } from './place-money.ts';

/** The open book of a centre: the money of each running place, and everything else that is open. */
export type OpenBook = {
  places: Map<string, OpeningPlace>;
  balances: LeavingBalance[];
  /** Debts of people who are no record, and so in no sheet. */
  walkIns: { count: number; sumLAK: number };
};

/** The open parts of each place, taken from its orders; the orders keep what is not a place's. */
function partsOfPlaces(
  lines: readonly RunningPlaceLine[],
  orders: ReadonlyMap<string, OpenOrder>,
  moved: ReadonlyMap<string, MovedMoney>,
): Map<string, OpenDuePart[]> {
  const found = new Map<string, OpenDuePart[]>();
  for (const { enrolmentId, orderId, net, covered } of lines) {
    const parts = found.get(enrolmentId) ?? [];
    parts.push(...takeParts(orders.get(orderId)?.parts ?? [], net - covered));
    found.set(enrolmentId, parts);
  }
  for (const [enrolmentId, parts] of found) {
    const arrears = moved.get(placeMoneyKey(enrolmentId))?.arrearsOrderId;
    const order = orders.get(arrears ?? '');
    if (order) parts.unshift(...takeParts(order.parts, Number.MAX_SAFE_INTEGER));
  }
  return found;
}

const isPlace = (moved: MovedMoney | undefined): moved is MovedMoney & MovedPlace =>
  moved?.money.kind === 'place';

/** Reads what is owed, free and still to be taught, all as of one moment. */
export async function readOpenBook(tx: Tx, today: string): Promise<OpenBook> {
  const read = await newestRates(tx);
  const rates = { THB: read.THB?.rate ?? '', USD: read.USD?.rate ?? '' };
  const orders = await readOpenOrders(tx);
  const lines = await readPlaceLines(tx, today);
  const moved = await readMoved(tx);
  const byId = new Map(orders.map((order) => [order.id, order]));
  const parts = partsOfPlaces(lines, byId, moved);
  const byPlace = new Map<string, RunningPlaceLine[]>();
  for (const line of lines)
    byPlace.set(line.enrolmentId, [...(byPlace.get(line.enrolmentId) ?? []), line]);
  const places = new Map<string, OpeningPlace>();
  for (const [enrolmentId, own] of byPlace) {
    const was = moved.get(placeMoneyKey(enrolmentId));
    const money = placeMoney(own, isPlace(was) ? was : undefined, parts.get(enrolmentId) ?? [], {
      today,
      rates,
    });
    if (money) places.set(enrolmentId, money);
  }
  const hasPayer = (order: OpenOrder) =>
    order.payerParentId !== null || order.payerStudentId !== null;
  const walkIns = orders.filter((order) => !hasPayer(order));
  const debts = debtsOf(orders.filter(hasPayer), moved, rates);
  return {
    places,
    balances: [...debts, ...creditsOf(await readCredits(tx), moved, rates)],
    walkIns: {
      count: walkIns.length,
      sumLAK: walkIns
        .flatMap((order) => order.parts)
        .reduce((all, part) => all + part.amountLAK, 0),
    },
  };
}
