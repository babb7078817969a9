import { yearClose, yearCloseAnswer, yearCloseQuery } from '#contract/reports/year-close.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { readYearClose } from './year-close.service.ts';

/** What is left to do at the end of a year (docs/domain.md, "Close of a year"). */
export function yearCloseRoutes(api: Api, { db }: Services): void {
  const schema = { querystring: yearCloseQuery, response: responses(200, yearCloseAnswer) };
  api.get(yearClose.path, { config: { action: yearClose.read }, schema }, (request) =>
    readYearClose(db, currentUser(request), request.query.year),
  );
}
