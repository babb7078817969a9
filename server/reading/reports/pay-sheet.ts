import { inArray } from 'drizzle-orm';
import { payFor } from '#contract/money.ts';
import type { PaySheet } from '#contract/reports.ts';
import type { Asked } from '#server/ledger/figures/figure.ts';
import { readWholeTable } from './read-figure.ts';
import type { Reading } from '#server/lib/run-report.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import { pay } from './sessions.figures.ts';

/**
 * The pay of each teacher for the range: the minutes of the figure × the present hourly rate,
 * rounded once.
 */
export async function readPaySheet(reading: Reading, query: Asked): Promise<PaySheet[]> {
  const { rows } = await readWholeTable(reading, pay, { ...query, by: 'teacher' });
  const ids = rows.map(({ key }) => key);
  const rates =
    ids.length === 0
      ? []
      : await reading.db
          .select({
            _id: teacherTable._id,
            hourlyRate: teacherTable.hourlyRate,
            rateCurrency: teacherTable.rateCurrency,
          })
          .from(teacherTable)
          .where(inArray(teacherTable._id, ids));
  return rows.map(({ key, nameEn, nameLo, detail, values: [minutes = 0, sessions = 0] }) => {
    const rate = rates.find(({ _id }) => _id === key);
    const hourlyRate = rate?.hourlyRate ?? null;
    return {
      teacherId: key,
      nameEn,
      nameLo,
      teacherCode: detail,
      minutes,
      sessions,
      hourlyRate,
      currency: rate?.rateCurrency ?? 'LAK',
      amount: hourlyRate === null ? null : payFor(hourlyRate, minutes),
    };
  });
}
