import { discountRules } from '#contract/desk/discount-rules.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { createRoute, readRoute, replaceRoute } from '#server/lib/crud.ts';
import { listRoute } from '#server/lib/list.ts';
import { discountRuleTable } from '#server/db/tables/ledger/discount-rules.table.ts';

const source = { table: discountRuleTable, branch: 'whole-centre' as const };

/**
 * Discount rules, one list for the whole centre. Lines keep the name and amount of the time they
 * were written.
 */
export function discountRuleRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, discountRules, {
    ...source,
    query: discountRules.query,
    order: [discountRuleTable.nameEn, discountRuleTable._id],
  });
  readRoute(api, db, discountRules, source);
  createRoute(api, db, discountRules, source);
  replaceRoute(api, db, discountRules, source);
}
