import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayInLaos, addDays } from '#contract/dates.ts';
import type { FigureKey } from '#contract/reports/report-words.ts';
import type { ReportRows } from '#contract/reports/reports.ts';
import type { FiguresAnswer } from '#contract/reports/figures.ts';
import { seedScaleOrders } from '#server/seed/orders/scale-orders.ts';
import { openFigures, readAges, readStanding } from '#server/ledger/figures/figures-at.ts';
import { readCollection } from '#server/ledger/figures/standing.ts';
import type { FigureQuestion, ReportFigure } from '#server/ledger/figures/figure.ts';
import { readPaySheet } from '#server/reading/reports/pay-sheet.ts';
import { readFigureTable } from '#server/reading/reports/read-figure.ts';
import { readFigureRows } from '#server/reading/reports/read-rows.ts';
import { reportList } from '#server/reading/reports/report-list.ts';
import { readingAll, runReport, type ReportRun } from '#server/lib/run-report.ts';
import { done } from '#tests/helpers/class-data.ts';
import { expectTermsHaveRows } from '#tests/helpers/report-rows.ts';
import { startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

// The embedded engine has one connection for everybody, so it reads reports in slices. Both engines
// must come to the same sums.

let server: TestServer;
const today = dayInLaos();
const range: FigureQuestion = { from: addDays(today, -70), to: today };
const cut = Object.values(reportList)
  .flatMap(({ figures, byName = [] }) => [...figures, ...byName])
  .filter(({ slices }) => slices !== undefined);
const figureOf = (key: string) => cut.find((figure) => figure.key === key) as ReportFigure;

beforeAll(async () => {
  server = await startTestServer();
  await seedScaleOrders(server.db, { orders: 200, payments: 1000 });
});
afterAll(() => server.close());

const slicing = (rest: ReportRun['rest'] = async () => undefined): ReportRun => ({
  db: server.db,
  inSlices: true,
  rest,
});
const embedded = () => ({ db: server.db, engine: 'embedded' as const });
/** The rows of a sum page by page, each page from the place that the one before names. */
async function pagesOf(
  reading: ReportRun,
  figure: FigureKey,
  value: string | undefined,
  most: number,
): Promise<ReportRows[]> {
  const pages: ReportRows[] = [];
  let after: string | undefined;
  do {
    const asked = { ...range, figure, value, after };
    const page = await readFigureRows(reading, figureOf(figure), asked, most);
    pages.push(page);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return pages;
}
const staying = () => new AbortController().signal;

describe('slices', () => {
  it.each(cut.map(({ key }) => key))('of %s add up to what one query says', async (key) => {
    const figure = figureOf(key);
    let rests = 0;
    const [first, last] = [figure.groupings[0], figure.groupings.at(-1)];
    for (const by of [first, last]) {
      const asked = { ...range, by };
      const sliced = await readFigureTable(
        slicing(async () => void (rests += 1)),
        figure,
        asked,
      );
      const whole = await readFigureTable(readingAll(server.db), figure, asked);
      const sortedRows = ({ rows, ...table }: typeof whole) => ({
        ...table,
        rows: rows.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
      });
      expect(sortedRows(sliced)).toEqual(sortedRows(whole));
    }
    expect(rests).toBeGreaterThan(2);
  });

  it.each(cut.map(({ key }) => key))('of %s have the same rows, page by page', async (figure) => {
    const [first] = figureOf(figure).columns;
    const asked = { ...range, figure, value: first?.key };
    const whole = await readFigureRows(readingAll(server.db), figureOf(figure), asked, 1_000_000);
    const most = Math.ceil(whole.count / 4) + 1;
    for (const reading of [slicing(), readingAll(server.db)]) {
      const pages = await pagesOf(reading, figure, first?.key, most);
      expect(pages.flatMap(({ rows }) => rows)).toEqual(whole.rows);
      for (const { rows, count, total } of pages)
        expect({ most: rows.length <= most, count, total }).toEqual({
          most: true,
          count: whole.count,
          total: whole.total,
        });
    }
    const { total } = await readFigureTable(readingAll(server.db), figureOf(figure), range);
    expect(whole.total[0]).toBe(total[0]);
    const values = whole.rows.map((row) => row.values[0] ?? 0);
    if (first?.kind === 'count') expect(whole.rows).toHaveLength(total[0] ?? -1);
    else if (first?.kind !== 'max')
      expect(values.reduce((sum, value) => sum + value, 0)).toBe(total[0]);
  });

  it('make the pay sheet of one query', async () => {
    const whole = await readPaySheet(readingAll(server.db), range);
    expect(await readPaySheet(slicing(), range)).toEqual(whole);
    expect(whole.flatMap(({ lines }) => lines).some(({ pay }) => pay !== null)).toBe(true);
  });

  it('of the figures at a day add up to those of the whole centre', async () => {
    const at = { branchId: undefined, day: today };
    const read = async (reading: ReportRun) => [
      await readStanding(await openFigures(reading, at)),
      await readAges(await openFigures(reading, at)),
      await readCollection(reading, range),
    ];
    expect(await read(slicing())).toEqual(await read(readingAll(server.db)));
    const figures = done<FiguresAnswer>(
      await (await server.as('superadmin')).get(`/figures?from=${range.from}&to=${range.to}`),
    );
    expect(figures.after).toEqual((await read(readingAll(server.db)))[0]);
  });
});

describe('what stands in no table', () => {
  it('is what its rows come to, over many weeks', async () => {
    const owner = await server.as('superadmin');
    const query = `from=${addDays(today, -35)}&to=${today}`;
    const figures = done<FiguresAnswer>(await owner.get(`/figures?${query}`));
    expect(
      [figures.before.owedLAK, figures.after.owedLAK - figures.before.owedLAK].every(
        (sum) => sum !== 0,
      ),
    ).toBe(true);
    await expectTermsHaveRows(owner, figures, query);
  });
});

describe('on one connection', () => {
  it('reports of two people run one after the other', async () => {
    const events: string[] = [];
    const report = (who: string) =>
      runReport(embedded(), who, staying(), async ({ rest }) => {
        events.push(`${who} begins`);
        await rest();
        events.push(`${who} ends`);
      });
    await Promise.all([report('one'), report('two')]);
    expect(events).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
  });

  it('a report is cancelled between two slices, or while it waits for its turn, and the next one runs', async () => {
    const leaving = new AbortController();
    let slices = 0;
    const cancelled = runReport(embedded(), 'one', leaving.signal, async ({ rest }) => {
      for (; slices < 10; slices += 1) {
        if (slices === 2) leaving.abort();
        await rest();
      }
    });
    const waiting = runReport(embedded(), 'two', leaving.signal, async () => 'never');
    const next = runReport(embedded(), 'three', staying(), async () => 'answered');
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    expect(await next).toBe('answered');
    expect(slices).toBe(2);
  });

  it('others are answered while a report is between its slices', async () => {
    const clerk = await server.as('staff');
    let answeredAfter: number | undefined;
    let slices = 0;
    let asked: Promise<void> | undefined;
    await runReport(embedded(), 'one', staying(), async (reading) => {
      const counted = {
        ...reading,
        rest: async () => {
          slices += 1;
          asked ??= clerk.get('/auth/me').then(({ statusCode }) => {
            expect(statusCode).toBe(200);
            answeredAfter = slices;
          });
          await reading.rest();
        },
      };
      await readFigureTable(counted, figureOf('received'), range);
    });
    await asked;
    expect(answeredAfter).toBeLessThan(slices);
  });
});
