import { dayInLaos } from '#contract/dates.ts';
import type { Tx } from '#server/db/client.ts';
import { branchNumber, takeNumbers } from '#server/lib/numbering.ts';

type Kind = 'order' | 'receipt';
export type DemoNumbers = { next: (kind: Kind, at: string) => string; save: () => Promise<void> };

/**
 * Numbers for a branch that has none yet, counted here and stored once, because taking each from
 * the database is most of the work.
 */
export function demoNumbers(
  tx: Tx,
  { _id: branchId, code }: { _id: string; code: string },
): DemoNumbers {
  const last = new Map<string, { kind: Kind; year: number; n: number }>();
  return {
    next: (kind, at) => {
      const year = Number(dayInLaos(Date.parse(at)).slice(0, 4));
      const series = last.get(`${kind} ${year}`) ?? { kind, year, n: 0 };
      last.set(`${kind} ${year}`, series);
      series.n += 1;
      return branchNumber(kind, code, year, series.n);
    },
    save: async () => {
      for (const { kind, year, n } of last.values())
        await takeNumbers(tx, { kind, branchId, year }, n);
    },
  };
}
