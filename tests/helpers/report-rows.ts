import { expect } from 'vitest';
import type { ReportAnswer, ReportRows, ReportTable } from '#contract/reports.ts';
import type { ReportName } from '#contract/report-words.ts';
import { done } from './class-data.ts';
import type { Answer, Client } from './test-server.ts';

/** The answer of a report, which may come with its progress, one line each. */
export function tablesIn(answer: Answer): ReportTable[] {
  if (!String(answer.headers['content-type']).includes('ndjson')) return done<ReportAnswer>(answer).tables;
  const last = JSON.parse(answer.body.trim().split('\n').at(-1) ?? '') as { answer?: ReportAnswer };
  if (!last.answer) throw new Error(answer.body);
  return last.answer.tables;
}

export const readReport = async (client: Client, name: ReportName, query: string) => tablesIn(await client.get(`/reports/${name}?${query}`));
export const readRowsOf = async (client: Client, name: ReportName, query: string) => done<ReportRows>(await client.get(`/reports/${name}/rows?${query}`));

const SHOWN_GROUPS = 2;

/** What the rows of one sum come to when they are counted, added up, or the greatest of them is taken. */
function byHand({ rows, columns }: ReportRows, at: number): number {
  const values = rows.map((row) => row.values[at] ?? 0);
  if (columns[at]?.kind === 'count') return rows.length;
  return columns[at]?.kind === 'max' ? Math.max(0, ...values) : values.reduce((sum, value) => sum + value, 0);
}

/** Each sum of a table, and those of its first groups, are what their own rows come to. */
export async function expectRows(client: Client, name: ReportName, table: ReportTable, query: string): Promise<void> {
  const lines = [{ key: undefined, values: table.total }, ...table.rows.slice(0, SHOWN_GROUPS)];
  for (const { key, values } of lines) {
    for (const [at, column] of table.columns.entries()) {
      const of = `${query}&figure=${table.figure}&by=${table.by}&value=${column.key}${key === undefined ? '' : `&key=${encodeURIComponent(key)}`}`;
      const rows = await readRowsOf(client, name, of);
      const what = `${table.figure} by ${table.by}, ${column.key} of ${key ?? 'all'}`;
      if (rows.count <= 500) expect(byHand(rows, at), what).toBe(values[at]);
      expect(rows.total[at], what).toBe(values[at]);
    }
  }
}
