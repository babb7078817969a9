import type { Tx } from '#server/db/client.ts';
import { courseFeeTable } from '#server/db/tables/catalogue/course-fees.table.ts';
import { versionsOn, writtenFee } from '#server/desk/moving-in/fee-cells.ts';
import { branchCodeOf, type CentreRecords } from './centre-records.ts';

/** The own price of each class that has one, in the version of today or in the next one. */
export async function readOwnFees(
  tx: Tx,
  centre: CentreRecords,
  today: string,
): Promise<Map<string, string>> {
  const all = await tx.select().from(courseFeeTable);
  const series = new Map(all.map(({ _id, seriesId }) => [_id, seriesId]));
  const inUse = all.filter(({ active }) => active);
  const codes = {
    branch: (id: string | null) => branchCodeOf(centre, id),
    term: (id: string | null) => centre.terms.get(id ?? '')?.code ?? '',
  };
  const words = new Map<string, string>();
  for (const { _id, feeId, courseId, branchId } of centre.classes.values()) {
    if (feeId === null) continue;
    const versions = inUse.filter(
      (fee) =>
        fee.seriesId === series.get(feeId) &&
        fee.courseId === courseId &&
        (fee.branchId === null || fee.branchId === branchId),
    );
    const left = versionsOn(versions, today);
    const fee = left.find(({ validFrom }) => validFrom <= today) ?? left[0];
    if (fee) words.set(_id, writtenFee(fee, codes, 'lo'));
  }
  return words;
}
