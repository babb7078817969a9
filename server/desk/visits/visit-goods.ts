import type { VisitInput } from '#contract/visits.ts';
import type { Writer } from '#server/lib/writer.ts';
import { type LockedStock, moveStock, reserveStock } from '#server/ledger/stock/stock-levels.ts';
type Given = {
  stock: LockedStock;
  lineIds: ReadonlyMap<string, string>;
  orderId: string;
  number: string;
};

/**
 * Hands over the goods that are given now and reserves the rest; a held order reserves everything.
 * Products without tracked stock leave no trace. Returns how many pieces were handed over.
 */
export async function giveGoods(
  writer: Writer,
  input: VisitInput,
  { stock, lineIds, orderId, number }: Given,
): Promise<number> {
  const counted = new Set([...stock.levels.values()].map(({ productId }) => productId));
  const lines = input.products.filter(({ productId }) => counted.has(productId));
  const isGiven = ({ giveNow }: (typeof lines)[number]) => giveNow && !input.hold;
  const given = lines.filter(isGiven);
  const kept = lines.filter((line) => !isGiven(line));
  const { branchId } = input;
  if (kept.length > 0)
    await reserveStock(
      writer.tx,
      stock,
      kept.map(({ productId, quantity }) => ({ productId, branchId, qtyChange: quantity })),
    );
  if (given.length === 0) return 0;
  const paper = { type: 'sale', paper: 'order', paperId: orderId, paperNumber: number } as const;
  await moveStock(
    writer,
    stock,
    given.map(({ key, productId, quantity }) => ({
      ...paper,
      productId,
      branchId,
      qtyChange: -quantity,
      ...lineOf(lineIds, key),
    })),
  );
  return given.reduce((sum, { quantity }) => sum + quantity, 0);
}

const lineOf = (lineIds: ReadonlyMap<string, string>, key: string) => {
  const lineId = lineIds.get(key);
  return lineId === undefined ? {} : { lineId };
};
