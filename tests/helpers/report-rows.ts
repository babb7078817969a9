import { expect } from 'vitest';
import { bridgesOf, type FiguresAnswer } from '#contract/reports/figures.ts';
import type { ReportAnswer, ReportRows, ReportTable } from '#contract/reports/reports.ts';
import { termFigures, type FigureKey, type ReportName } from '#contract/reports/report-words.ts';
import { done } from './class-data.ts';
import type { Answer, Client } from './test-server.ts';

/** The answer of a report, which may come with its progress, one line each. */
export function tablesIn(answer: Answer): ReportTable[] {
  if (!String(answer.headers['content-type']).includes('ndjson'))
    return done<ReportAnswer>(answer).tables;
  const last = JSON.parse(answer.body.trim().split('\n').at(-1) ?? '') as { answer?: ReportAnswer };
  if (!last.answer) throw new Error(answer.body);
  return last.answer.tables;
}

export const readReport = async (client: Client, name: ReportName, query: string) =>
  tablesIn(await client.get(`/reports/${name}?${query}`));
/** All rows of a sum, page after page. */
export async function readRowsOf(
  client: Client,
  name: ReportName,
  query: string,
): Promise<ReportRows> {
  const read = async (after: string | null) =>
    done<ReportRows>(
      await client.get(
        `/reports/${name}/rows?${query}${after === null ? '' : `&after=${encodeURIComponent(after)}`}`,
      ),
    );
  const first = await read(null);
  const rows = [...first.rows];
  for (let { next } = first; next !== null;) {
    const page = await read(next);
    rows.push(...page.rows);
    ({ next } = page);
  }
  return { ...first, rows, next: null };
}

const SHOWN_GROUPS = 1;

/** The sum of a report's column, counted from its rows: their number, total or maximum. */
function byHand({ rows, columns }: ReportRows, at: number): number {
  const values = rows.map((row) => row.values[at] ?? 0);
  if (columns[at]?.kind === 'count') return rows.length;
  return columns[at]?.kind === 'max'
    ? Math.max(0, ...values)
    : values.reduce((sum, value) => sum + value, 0);
}

type Line = { key: string | undefined; values: readonly (number | null)[] };

/** Each sum of these lines of a table is what its own rows come to. */
async function expectLines(
  client: Client,
  name: ReportName,
  table: ReportTable,
  query: string,
  lines: readonly Line[],
): Promise<void> {
  for (const { key, values } of lines) {
    for (const [at, column] of table.columns.entries()) {
      const of = `${query}&figure=${table.figure}&by=${table.by}&value=${column.key}${key === undefined ? '' : `&key=${encodeURIComponent(key)}`}`;
      const rows = await readRowsOf(client, name, of);
      const what = `${table.figure} by ${table.by}, ${column.key} of ${key ?? 'all'}`;
      expect(byHand(rows, at), what).toBe(values[at]);
      expect(rows.total[at], what).toBe(values[at]);
    }
  }
}

const firstGroups = ({ rows }: ReportTable): Line[] => rows.slice(0, SHOWN_GROUPS);

/** Each sum of a table, and those of its first groups, are what their own rows come to. */
export const expectRows = (client: Client, name: ReportName, table: ReportTable, query: string) =>
  expectLines(client, name, table, query, [
    { key: undefined, values: table.total },
    ...firstGroups(table),
  ]);

/**
 * The same of one figure in each grouping. Its sums of all rows are the same in each, so their rows
 * are read once.
 */
export async function expectRowsOfEach(
  client: Client,
  name: ReportName,
  tables: readonly ReportTable[],
  query: string,
): Promise<void> {
  const [first, ...others] = tables;
  if (!first) throw new Error(`A figure of ${name} has no grouping`);
  await expectRows(client, name, first, query);
  for (const table of others) {
    expect(table.total, `${table.figure} by ${table.by}`).toEqual(first.total);
    await expectLines(client, name, table, query, firstGroups(table));
  }
}

/**
 * Each term of both bridges, its standing sums on both sides, and each sum of a currency are what
 * their own rows come to.
 */
export async function expectTermsHaveRows(
  client: Client,
  answer: FiguresAnswer,
  query: string,
): Promise<void> {
  const { terms, billedTuitionLAK, openingTuitionLAK, notYetEarnedLAK } = bridgesOf(answer);
  const left = (stands: FiguresAnswer['after']) =>
    stands.billedTuitionLAK + stands.openingTuitionLAK - stands.earnedTuitionLAK;
  const at = (side: 'before' | 'after') => ({
    ...answer[side],
    notYetEarnedLAK: left(answer[side]),
  });
  const tuition = { billedTuitionLAK, openingTuitionLAK, notYetEarnedLAK: 0 - notYetEarnedLAK };
  const term = { ...terms, ...tuition };
  const expectSum = async (figure: FigureKey, value: string, expected: number, group = '') => {
    // Not the other zero, below none.
    const sum = expected + 0;
    const rows = await readRowsOf(
      client,
      'money',
      `${query}&figure=${figure}&value=${value}${group}`,
    );
    const column = rows.columns.findIndex(({ key }) => key === value);
    const what = `${figure}, ${value}${group}`;
    expect(byHand(rows, column), what).toBe(sum);
    expect(rows.total[column], what).toBe(sum);
  };
  for (const [key, figure] of Object.entries(termFigures) as [
    keyof typeof termFigures,
    FigureKey,
  ][]) {
    await expectSum(figure, 'termLAK', term[key]);
    await expectSum(figure, 'beforeLAK', at('before')[key]);
    await expectSum(figure, 'afterLAK', at('after')[key]);
  }
  for (const { method, currency, amount } of answer.receivedCurrencies)
    await expectSum('tenders', `in${currency}`, amount, `&by=kind&key=${method}`);
}
