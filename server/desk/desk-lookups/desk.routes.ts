import { and, desc, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { SignedInUser } from '#contract/centre/auth.ts';
import {
  deskClasses,
  deskClassesQuery,
  deskFamily,
  deskFamilyQuery,
  deskLookupQuery,
  deskLookupRow,
  deskPeople,
  deskPeopleQuery,
  deskRules,
  deskRulesQuery,
  type DeskRules,
} from '#contract/desk/desk.ts';
import { deskStart, deskStartQuery } from '#contract/desk/desk-start.ts';
import { visits } from '#contract/desk/visit-answers.ts';
import type { Db } from '#server/db/client.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { bankAccountTable } from '#server/db/tables/ledger/payments.table.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { bestSellersOf } from './best-sellers.service.ts';
import { deskClassesOf } from './desk-classes.service.ts';
import { deskFamilyOf } from './desk-family.service.ts';
import { deskLookupOf } from './desk-lookup.service.ts';
import { findDeskPeople } from './desk-people.service.ts';
import { deskStartOf } from './desk-start.service.ts';
import { activeRules } from '#server/desk/visits/visit-facts.ts';
import { readBranch } from '#server/centre/branches/branches.service.ts';

const reading = { action: visits.write } as const;

/** The rules that a visit in a branch is priced and paid by. */
async function deskRulesOf(db: Db, user: SignedInUser, branchId: string): Promise<DeskRules> {
  if (!seesAllBranches(user.role) && branchId !== user.branchId) throw new ApiError('notFound');
  const { cashStep, minimumRule, discountLimitPercent, dueDays, holdHours } = await readBranch(
    db,
    branchId,
  );
  const rules = await activeRules(db);
  const accounts = await db
    .select()
    .from(bankAccountTable)
    .where(and(eq(bankAccountTable.branchId, branchId), eq(bankAccountTable.active, true)))
    .orderBy(desc(bankAccountTable.isDefault), bankAccountTable._id);
  const today = await todayInLaos(db);
  return {
    today,
    bestSellers: await bestSellersOf(db, branchId, today),
    cashStep,
    minimumRule,
    discountLimitPercent,
    dueDays,
    holdHours,
    discounts: rules.map(
      ({ _id, nameEn, nameLo, kind, on, percent, amountLAK, addsUp, until }) => ({
        _id,
        nameEn,
        nameLo,
        kind,
        on,
        percent,
        amountLAK,
        addsUp,
        until,
      }),
    ),
    bankAccounts: accounts.map(
      ({
        _id,
        bank,
        currency,
        accountName,
        accountNo,
        qrFileId,
        qrText,
        triedAt,
        orderNoInQr,
      }) => ({
        _id,
        bank,
        currency,
        accountName,
        accountNo,
        qrFileId,
        qrText,
        isTried: triedAt !== null,
        orderNoInQr,
      }),
    ),
  };
}

/** Reads of the desk before a visit, for everybody who may sell. */
export function deskRoutes(api: Api, { db }: Services): void {
  const people = { querystring: deskPeopleQuery, response: responses(200, deskPeople) };
  api.get('/desk/people', { config: reading, schema: people }, (request) =>
    findDeskPeople(db, currentUser(request), request.query.search),
  );

  const classes = { querystring: deskClassesQuery, response: responses(200, deskClasses) };
  api.get('/desk/classes', { config: reading, schema: classes }, (request) =>
    deskClassesOf(db, currentUser(request), request.query),
  );

  const families = { querystring: deskFamilyQuery, response: responses(200, deskFamily) };
  api.get('/desk/families', { config: reading, schema: families }, (request) =>
    deskFamilyOf(db, currentUser(request), request.query),
  );

  const start = { querystring: deskStartQuery, response: responses(200, deskStart) };
  api.get('/desk/start', { config: reading, schema: start }, (request) =>
    deskStartOf(db, currentUser(request), request.query),
  );

  const lookup = { querystring: deskLookupQuery, response: responses(200, z.array(deskLookupRow)) };
  api.get('/desk/lookup', { config: reading, schema: lookup }, (request) =>
    deskLookupOf(db, currentUser(request), request.query.branchId),
  );

  const rules = { querystring: deskRulesQuery, response: responses(200, deskRules) };
  api.get('/desk/rules', { config: reading, schema: rules }, (request) =>
    deskRulesOf(db, currentUser(request), request.query.branchId),
  );
}
