import {
  figures,
  figuresAnswer,
  figuresQuery,
  type FiguresAnswer,
  type FiguresQuery,
} from '#contract/reports/figures.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { addDays } from '#contract/dates.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { readReport } from '#server/lib/read-from.ts';
import type { ReportRun } from '#server/lib/run-report.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { readBilled, readCurrencies, readDiscounts, readReceived, readToVerify } from './flows.ts';
import { openFigures, readAges, readBetween, readStanding } from './figures-at.ts';
import { readCollection } from './standing.ts';

/** One query after the other, so that a report never holds more than one connection. */
async function readFigures(
  reading: ReportRun,
  { branchId, ...days }: FiguresQuery,
): Promise<FiguresAnswer> {
  const { db } = reading;
  const range = { branchId, ...days };
  const before = await openFigures(reading, { branchId, day: addDays(days.from, -1) });
  const after = await openFigures(reading, { branchId, day: days.to });
  return {
    billed: await readBilled(db, range),
    received: await readReceived(db, range),
    receivedCurrencies: await readCurrencies(db, range),
    toVerify: await readToVerify(db, branchId),
    before: await readStanding(before),
    after: await readStanding(after),
    ages: await readAges(after),
    collection: await readCollection(reading, range),
    ...(await readDiscounts(db, range)),
    between: await readBetween(after),
  };
}

/** The figures of money: docs/figures.md, "Money" and "Figure 28: between branches". */
export function figureRoutes(api: Api, services: Services): void {
  const asking = { querystring: figuresQuery, response: responses(200, figuresAnswer) };
  api.get(figures.path, { config: { action: figures.read }, schema: asking }, (request, reply) => {
    const { role, branchId: own } = currentUser(request);
    const branchId = seesAllBranches(role) ? request.query.branchId : own;
    return readReport(services, request, reply, (reading) =>
      readFigures(reading, { ...request.query, branchId }),
    );
  });
}
