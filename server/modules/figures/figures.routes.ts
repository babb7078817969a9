import type { SignedInUser } from '#contract/auth.ts';
import { figures, figuresAnswer, figuresQuery, type FiguresAnswer, type FiguresQuery } from '#contract/figures.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { addDays } from '#contract/timetable.ts';
import type { Db } from '#server/db/client.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { currentUser } from '#server/plugins/session.ts';
import { readBetween, readBilled, readCurrencies, readDiscounts, readReceived, readToVerify } from './flows.ts';
import { readAges, readCollection, readStanding } from './standing.ts';

/** One query after the other, so that a report never holds more than one connection. */
async function readFigures(db: Db, user: SignedInUser, { branchId: asked, ...days }: FiguresQuery): Promise<FiguresAnswer> {
  const branchId = seesAllBranches(user.role) ? asked : user.branchId;
  const range = { branchId, ...days };
  return {
    billed: await readBilled(db, range),
    received: await readReceived(db, range),
    receivedCurrencies: await readCurrencies(db, range),
    toVerify: await readToVerify(db, branchId),
    before: await readStanding(db, { branchId, day: addDays(days.from, -1) }),
    after: await readStanding(db, { branchId, day: days.to }),
    ages: await readAges(db, { branchId, day: days.to }),
    collection: await readCollection(db, range),
    ...(await readDiscounts(db, range)),
    between: await readBetween(db, range),
  };
}

/** Figures 14 to 22 and 28. */
export function figureRoutes(api: Api, { db }: Services): void {
  const asking = { querystring: figuresQuery, response: responses(200, figuresAnswer) };
  api.get(figures.path, { config: { action: figures.read }, schema: asking }, (request) => readFigures(db, currentUser(request), request.query));
}
