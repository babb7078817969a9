import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { SignedInUser } from '#contract/centre/auth.ts';
import {
  pending,
  pendingCounts,
  pendingHold,
  pendingLapse,
  pendingQuery,
  pendingRenewal,
  pendingUnpaid,
  pendingWait,
  type PendingCounts,
} from '#contract/classes/pending.ts';
import type { Db } from '#server/db/client.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { countHolds, readHolds } from './holds.ts';
import { countLapsed, readLapsed } from './lapsed.ts';
import { countRenewals, readRenewals } from './renewals.ts';
import { countUnpaid, readUnpaid } from './unpaid.ts';
import { countWaiting, readWaiting } from './waiting.ts';

const config = { action: pending.read } as const;

async function countPending(
  db: Db,
  user: SignedInUser,
  branchId: string | undefined,
): Promise<PendingCounts> {
  const { rows } = await db.execute<PendingCounts>(sql`
    select ${countHolds(user, branchId)} as holds, ${countWaiting(user, branchId)} as waiting,
      ${countLapsed(user, branchId)} as lapsed,
      ${countRenewals(user, branchId)} as renew, ${countUnpaid(user, branchId)} as unpaid`);
  return rows[0] ?? { holds: 0, waiting: 0, lapsed: 0, renew: 0, unpaid: 0 };
}

/** Tasks that enrolments leave for the desk. */
export function pendingRoutes(api: Api, { db }: Services): void {
  const querystring = pendingQuery;
  const asked = <Row extends z.ZodMiniType>(row: Row) => ({
    config,
    schema: { querystring, response: responses(200, z.array(row)) },
  });
  api.get(`${pending.path}/holds`, asked(pendingHold), (request) =>
    readHolds(db, currentUser(request), request.query.branchId),
  );
  api.get(`${pending.path}/waiting`, asked(pendingWait), (request) =>
    readWaiting(db, currentUser(request), request.query.branchId),
  );
  api.get(`${pending.path}/lapsed`, asked(pendingLapse), (request) =>
    readLapsed(db, currentUser(request), request.query.branchId),
  );
  api.get(`${pending.path}/renew`, asked(pendingRenewal), (request) =>
    readRenewals(db, currentUser(request), request.query.branchId),
  );
  api.get(`${pending.path}/unpaid`, asked(pendingUnpaid), (request) =>
    readUnpaid(db, currentUser(request), request.query.branchId),
  );

  const counts = { querystring, response: responses(200, pendingCounts) };
  api.get(`${pending.path}/counts`, { config, schema: counts }, (request) =>
    countPending(db, currentUser(request), request.query.branchId),
  );
}
