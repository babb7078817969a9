import { getTableColumns, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import {
  publicSchoolInfo,
  schoolInfo,
  schoolInfoReplace,
  type PublicSchoolInfo,
  type SchoolInfo,
} from '#contract/centre/school-info.ts';
import { secondFactorRules, type SecondFactorRule } from '#contract/centre/second-factor.ts';
import { auditFields } from '#contract/words/audit/fields.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { writeRoute } from '#server/lib/write.ts';
import { raiseAlert } from '#server/centre/alerts/raise-alert.ts';
import { findFile, isOfCentre, requireFile, sendFile } from '#server/centre/files/files.service.ts';
import { schoolInfoTable } from '#server/db/tables/centre/school-info.table.ts';

const {
  onlyRow: _onlyRow,
  secondFactorSince: _since,
  secondFactorAllSince: _allSince,
  ...columns
} = getTableColumns(schoolInfoTable);

/** The sign-in page's data before the centre has a name. */
const nameless: PublicSchoolInfo = {
  centreNameEn: 'BranchDesk',
  centreNameLo: 'BranchDesk',
  logoFileId: null,
  defaultLanguage: 'en',
  offlineUnlock: false,
};

async function findSchoolInfo(db: Db): Promise<SchoolInfo | undefined> {
  const [row] = await db.select(columns).from(schoolInfoTable);
  return row;
}

/**
 * With a wider band one person alone could change what every bill is worth, and with a shorter time
 * take away what shows who did something.
 */
const ofSuperadmins = [
  'rateFreePercent',
  'secondFactorFor',
  'auditAddressMonths',
  'slipMonths',
] as const;

/** True if the later rule asks more people; the rules stand in the order of how many they ask. */
const asksMore = (before: SecondFactorRule, after: SecondFactorRule): boolean =>
  secondFactorRules.indexOf(after) > secondFactorRules.indexOf(before);

/**
 * Everybody of whom it is newly asked has some days to set it up. The days of those who were asked
 * before go on, whether more or fewer are asked now.
 */
function secondFactorSince(before: SecondFactorRule, after: SecondFactorRule) {
  if (after === 'nobody') return { secondFactorSince: null, secondFactorAllSince: null };
  const now = sql`clock_timestamp()`;
  if (before === 'nobody') return { secondFactorSince: now, secondFactorAllSince: null };
  if (after === before) return {};
  return { secondFactorAllSince: after === 'everybody' ? now : null };
}

type Guards = Pick<SchoolInfo, (typeof ofSuperadmins)[number]>;

/** Months that something is kept; 0 is for ever. */
const isShorter = (before: number, after: number): boolean =>
  after !== 0 && (before === 0 || after < before);

/** True if the later settings guard less; of the band of rates every change is told. */
const guardsLess: Record<keyof Guards, (before: Guards, after: Guards) => boolean> = {
  rateFreePercent: (before, after) => before.rateFreePercent !== after.rateFreePercent,
  secondFactorFor: (before, after) => asksMore(after.secondFactorFor, before.secondFactorFor),
  auditAddressMonths: (before, after) =>
    isShorter(before.auditAddressMonths, after.auditAddressMonths),
  slipMonths: (before, after) => isShorter(before.slipMonths, after.slipMonths),
};

/** Tells the superadmins of each setting that guards less from now on. */
async function tellOfGuards(
  tx: Tx,
  user: SignedInUser,
  before: Guards,
  after: Guards,
): Promise<void> {
  for (const name of ofSuperadmins.filter((one) => guardsLess[one](before, after))) {
    const [was, is] = [before[name], after[name]];
    const values = typeof was === 'number' ? `: ${was} → ${is}` : '';
    await raiseAlert(tx, {
      kind: 'limitChanged',
      branchId: null,
      subjectId: user._id,
      detail: `${auditFields[name].join(' / ')}${values}`,
    });
  }
}

async function replaceSchoolInfo(
  tx: Tx,
  { user, canSeal }: { user: SignedInUser; canSeal: boolean },
  { version, ...input }: SchoolInfo | Omit<SchoolInfo, 'updatedAt'>,
) {
  const [before] = await tx.select(columns).from(schoolInfoTable).for('update');
  if (!before) throw new ApiError('notFound');
  if (before.version !== version) throw new ApiError('versionConflict');
  const refused = ofSuperadmins.filter((field) => before[field] !== input[field]);
  if (refused.length > 0 && user.role !== 'superadmin')
    throw fieldsInvalid(Object.fromEntries(refused.map((field) => [field, 'superadminOnly'])));
  // Nobody could set a factor up, and all who are asked would be shut out once it is due.
  if (!canSeal && asksMore(before.secondFactorFor, input.secondFactorFor))
    throw fieldsInvalid({ secondFactorFor: 'secretsKeyNeeded' });
  await requireFile(tx, user, {
    field: 'logoFileId',
    fileId: input.logoFileId,
    purpose: 'centre',
    branchId: null,
  });
  await tellOfGuards(tx, user, before, input);
  const values = {
    ...input,
    ...secondFactorSince(before.secondFactorFor, input.secondFactorFor),
    version: version + 1,
    updatedAt: sql`now()`,
  };
  const [answer = before] = await tx.update(schoolInfoTable).set(values).returning(columns);
  return {
    answer,
    audit: { action: 'update', entity: 'school-info', entityId: '', before, after: answer },
  };
}

export function schoolInfoRoutes(api: Api, { db, files, secrets }: Services): void {
  const read = { response: responses(200, schoolInfo) };
  api.get('/school-info', { config: { action: 'school-info:read' }, schema: read }, async () => {
    const schoolInfo = await findSchoolInfo(db);
    if (!schoolInfo) throw new ApiError('notFound');
    return schoolInfo;
  });
  writeRoute(api, db, {
    method: 'PUT',
    path: '/school-info',
    action: 'school-info:write',
    body: schoolInfoReplace,
    status: 200,
    answer: schoolInfo,
    work: ({ tx, user }, request) =>
      replaceSchoolInfo(tx, { user, canSeal: secrets !== undefined }, request.body),
  });

  const open = { response: responses(200, publicSchoolInfo) };
  api.get(
    '/school-info/public',
    { config: { public: true }, schema: open },
    async () => (await findSchoolInfo(db)) ?? nameless,
  );

  api.get('/school-info/logo', { config: { public: true } }, async (request, reply) => {
    const fileId = (await findSchoolInfo(db))?.logoFileId ?? null;
    const file = await findFile(db, fileId, isOfCentre);
    const etag = `"${file._id}"`;
    reply.headers({ 'cache-control': 'no-cache', etag });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return sendFile({ db, files }, reply, file);
  });
}
