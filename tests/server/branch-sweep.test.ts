import { afterAll, beforeAll, expect, it } from 'vitest';
import { listedRoutes } from '#tests/helpers/routes.ts';
import { addLike, grant, workIn } from '#tests/helpers/two-branches.ts';
import {
  branchId,
  startTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

// Somebody with a right in two branches reads in each exactly what somebody of that branch reads:
// docs/roles.md, "Several branches". Every GET is asked, those of one record with records of
// both branches.

let server: TestServer;
let owner: Client;
/** By role: an account of Luang Prabang alone, and one of Vientiane that works there today. */
const pairs = new Map<string, { one: Client; both: Client }>();
const roles = ['staff', 'finance', 'admin'] as const;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  for (const role of roles) {
    const one = await addLike(server.db, role, 'LPB', `one-${role}@branchdesk.test`);
    // The right at home is another one than that of the branch where they work.
    const home = role === 'admin' ? 'finance' : 'admin';
    const both = await addLike(server.db, home, 'VTE', `both-${role}@branchdesk.test`);
    await grant(server.db, both, 'LPB', role);
    const clients = { one: await server.signIn(one), both: await server.signIn(both) };
    expect((await workIn(server.db, clients.both, 'LPB')).statusCode).toBe(200);
    pairs.set(role, clients);
  }
});
afterAll(() => server.close());

/** These tell of the person or of the moment; the stream never ends. */
const ofThePerson = ['/events', '/auth/', '/metrics', '/saved-views', '/health', '/ready'];
const reads = listedRoutes()
  .filter(
    ({ method, path }) => method === 'GET' && !ofThePerson.some((own) => path.startsWith(own)),
  )
  .map(({ path }) => path);
const lists = reads.filter((path) => !path.includes(':'));
const singles = reads.filter((path) => path.split(':').length === 2);

const PER_BRANCH = 3;
type Row = { _id?: string; branchId?: string; homeBranchId?: string };

/** Some ids of rows of each branch in a list, as a superadmin sees it. */
async function idsIn(path: string): Promise<string[]> {
  const answer = await owner.get(path);
  const rows = answer.statusCode === 200 && isJson(answer) ? answer.json<unknown>() : [];
  if (!Array.isArray(rows)) return [];
  const taken = new Map<string, number>();
  return (rows as Row[]).flatMap(({ _id, branchId: of, homeBranchId }) => {
    const branch = of ?? homeBranchId ?? '';
    const before = taken.get(branch) ?? 0;
    taken.set(branch, before + 1);
    return _id === undefined || before >= PER_BRANCH ? [] : [_id];
  });
}

const isJson = ({ headers }: Answer) => String(headers['content-type']).includes('json');

/**
 * The status and the content, without moments, which differ between two requests. A workbook has
 * the moment in packed form; the list that it is made of is compared.
 */
async function told(client: Client, address: string): Promise<string> {
  const answer = await client.get(address);
  const { statusCode, body } = answer;
  if (!isJson(answer)) return String(statusCode);
  return `${statusCode} ${body.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then')}`;
}

it.each(roles)('reads as %s in a branch what an account of that branch reads', async (role) => {
  const { one, both } = pairs.get(role) as { one: Client; both: Client };
  const different: string[] = [];
  let asked = 0;
  const compare = async (address: string) => {
    asked += 1;
    const [own, other] = [await told(one, address), await told(both, address)];
    if (own !== other) different.push(`${address}: ${own.slice(0, 200)} | ${other.slice(0, 200)}`);
  };
  for (const path of lists) await compare(path);
  for (const path of singles) {
    const [list = ''] = path.split('/:');
    for (const _id of await idsIn(list)) await compare(path.replace(/:\w+/, _id));
  }
  expect(asked).toBeGreaterThan(300);
  expect(different).toEqual([]);
});

/** Everybody reads these of every branch (docs/roles.md, "Branches"). */
const ofTheCentre = ['/stock-levels'];

it.each(roles)('shows %s no row of the branch that they do not work in', async (role) => {
  const { both } = pairs.get(role) as { one: Client; both: Client };
  const vientiane = await branchId(server.db, 'VTE');
  const foreign: string[] = [];
  for (const path of lists.filter((one) => !ofTheCentre.includes(one))) {
    const answer = await both.get(path);
    const rows = answer.statusCode === 200 && isJson(answer) ? answer.json<unknown>() : [];
    if (!Array.isArray(rows)) continue;
    const there = (rows as Row[]).filter(
      ({ branchId: of, homeBranchId }) => of === vientiane || homeBranchId === vientiane,
    );
    if (there.length > 0) foreign.push(`${path}: ${there.length}`);
  }
  expect(foreign).toEqual([]);
});
