import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { chanceFrom } from '#server/seed/chance.ts';
import { readApiDocument, type DescribedRoute } from '#tests/helpers/fuzz/api-document.ts';
import { castOf, type Actor } from '#tests/helpers/fuzz/cast.ts';
import { idsIn, markNames, rowsOfBranch } from '#tests/helpers/fuzz/foreign-rows.ts';
import { hostileRequest } from '#tests/helpers/fuzz/hostile-values.ts';
import { knownIds } from '#tests/helpers/fuzz/known-ids.ts';
import { notingAnswers, type NotedAnswer } from '#tests/helpers/fuzz/noted-answers.ts';
import { fuzzSecrets } from '#tests/helpers/fuzz/recipes/accounts.ts';
import { allRecipes } from '#tests/helpers/fuzz/recipes/all.ts';
import {
  addressOfRequest,
  goodRequest,
  sendRequest,
  type FuzzRequest,
} from '#tests/helpers/fuzz/requests.ts';
import { openStage, type Stage } from '#tests/helpers/fuzz/stage.ts';
import { listenAs, openPort } from '#tests/helpers/listening-desk.ts';
import { listedRoutes } from '#tests/helpers/routes.ts';
import { onPostgres } from '#tests/helpers/test-database.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';

// Bodies made from the API document, for every route and role: docs/testing.md, "Fuzz". The long
// form: FUZZ_RUNS=10000 FUZZ_SEED=7 npx vitest run --project server <this file>
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 1000);
const SEED = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 1e6));
vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 120_000 });

const ONLY = new RegExp(process.env['FUZZ_ONLY'] ?? '');
const IS_LONG = RUNS >= 5000;
/** So many bodies are sent about what was arranged once. */
const OF_ONE_STATE = 12;

/** The stream of live events, which never ends. */
const STREAM = '/events';
/** Any branch may check a paper: docs/roles.md, "Branches". */
const ofEveryBranch = ['GET /certificates/check'];
/** The last name of people of the branch that strangers ask about. */
const MARK = 'Zqvte';

const folder = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-fuzz-'));
const recipes = allRecipes(folder);
const chance = chanceFrom(SEED);
const answers: NotedAnswer[] = [];
/** What the server logged about its faults. */
const faults: string[] = [];

let server: TestServer;
let stage: Stage;
let cast: Awaited<ReturnType<typeof castOf>>;
let routes: DescribedRoute[];
let ids: ReturnType<typeof knownIds>;
let foreignIn: Awaited<ReturnType<typeof rowsOfBranch>>;
let port: number;
beforeAll(async () => {
  const log = {
    level: 'warn',
    stream: { write: (line: string) => void faults.push(line.slice(0, 1500)) },
  };
  const config = { dataDir: folder, backupDir: folder };
  server = await notingAnswers(
    () => startTestServer({ secrets: fuzzSecrets, config, log }),
    (answer) => void answers.push(answer),
  );
  port = await openPort(server);
  stage = await openStage(server);
  routes = await readApiDocument(stage.owner);
  cast = await castOf(server);
  ids = knownIds(stage.owner, stage.vte);
  const sources = new Set(JSON.stringify(routes).match(/(?<="x-ids-from":")[^"]+/g) ?? []);
  const listsOfParams = routes
    .filter(({ path: of }) => of.includes('/:'))
    .map(({ path: of }) => of.split('/:')[0] ?? '');
  const lists = routes.filter(({ method, path: of }) => method === 'GET' && !of.includes(':'));
  const names = new Set(lists.map(({ path: of }) => of));
  await ids.refresh([...new Set([...sources, ...listsOfParams])].filter((of) => names.has(of)));
  await markNames(server.db, stage.vte, MARK);
  foreignIn = await rowsOfBranch(server.db, stage.vte, stage.lpb);
});
afterAll(async () => {
  await stage.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const maker = (optional = 0) => ({
  chance,
  optional,
  idsFrom: (list: string) => ids.of(list).own[optional === 0 ? 0 : chance.below(5)],
});

const someForeign = (list: string) => ids.of(list).foreign[chance.below(5)];
const chosen = () => routes.filter(({ name }) => ONLY.test(name));

/** The good request of each route, for those that follow. */
const good = new Map<string, Made>();
type Made = { request: FuzzRequest; client: Client | undefined };

async function arrange(route: DescribedRoute): Promise<Made> {
  const arranged = (await recipes[route.name]?.(stage)) ?? {};
  const request = await goodRequest(route, arranged, maker(), stage.owner);
  const made = { request, client: arranged.client };
  good.set(route.name, made);
  return made;
}

/** New people now and then, because the exports of each are counted. */
function peopleFrom(make: () => Promise<Actor[]>) {
  let people: Promise<Actor[]> = make();
  let times = 0;
  return () => {
    times += 1;
    if (times % 12 === 0) people = make();
    return people;
  };
}

const written = (route: DescribedRoute, { path: of, query, body, headers }: FuzzRequest) =>
  `${route.method} ${addressOfRequest(route, { path: of, query, body, headers }).slice(0, 300)} ${
    Buffer.isBuffer(body) ? `${body.length} bytes` : (JSON.stringify(body) ?? '').slice(0, 800)
  }`;

const advice =
  'Say what the route needs: an example in server/http/api-examples.ts, or a recipe in ' +
  'tests/helpers/fuzz/recipes/. docs/testing.md, "Fuzz"';

it('answers every route well when it is asked well', async () => {
  const listed = listedRoutes().filter(({ path: of }) => !of.startsWith('/docs'));
  const described = new Set(routes.map(({ name }) => name));
  const missing = listed.filter(({ method, path: of }) => !described.has(`${method} ${of}`));
  expect(missing, 'A route is not in the API document').toEqual([]);
  const owners = peopleFrom(async () => [await cast.superadmin()]);
  const unreached: string[] = [];
  for (const route of chosen()) {
    const [owner] = await owners();
    try {
      if (route.path === STREAM) {
        const desk = await listenAs(port, stage.owner);
        desk.leave();
        if (desk.response.statusCode !== 200) unreached.push(route.name);
        continue;
      }
      const { request, client = owner?.client ?? stage.owner } = await arrange(route);
      const { statusCode, body } = await sendRequest(client, route, request);
      const isReached = answers.some((one) => one.route === route.name && one.status < 300);
      if (statusCode >= 300 && !isReached)
        unreached.push(`${written(route, request)} → ${statusCode} ${body.slice(0, 300)}`);
    } catch (error) {
      unreached.push(`${route.name} was not arranged: ${String(error)}`);
    }
  }
  // A centre in memory, as tests have it on the embedded engine, has nothing to back up.
  const possible = unreached.filter((one) => onPostgres || !one.startsWith('POST /backups '));
  expect(possible, advice).toEqual([]);
});

it('answers no body with a fault, and tells nobody of another branch', async () => {
  const problems: string[] = [];
  let [sent, lost] = [0, 0];
  let told: { ids: string[]; by: string }[] = [];

  const send = async (route: DescribedRoute, actor: Actor, request: FuzzRequest) => {
    sent += 1;
    const before = faults.length;
    const by = `${actor.name}: ${written(route, request)}`;
    const answer = await sendRequest(actor.client, route, request).catch(String);
    if (typeof answer === 'string') {
      problems.push(`${by} was cut off: ${answer} ${faults.slice(before).join('')}`);
      return;
    }
    if (answer.statusCode >= 500)
      problems.push(`${by} → ${answer.statusCode} ${faults.slice(before).join('')}`);
    if (!actor.isStranger || ofEveryBranch.includes(route.name)) return;
    // A refusal may repeat what was asked; an answer with the asked row tells of it.
    const own = answer.statusCode < 300 ? '' : JSON.stringify(request);
    const ids = idsIn(answer.body).filter((id) => !own.includes(id));
    if (ids.length > 0) told.push({ ids, by });
    if (answer.body.includes(MARK) && !own.includes(MARK))
      problems.push(`${by} told a name of VTE: ${answer.body.slice(0, 500)}`);
  };

  /** Looks up what strangers were told, for many answers at once. */
  const judge = async () => {
    const rows = await foreignIn(told.flatMap((one) => one.ids));
    const tables = new Map(rows.map(({ id, table }) => [id, table]));
    for (const { ids, by } of told) {
      const found = ids.find((id) => tables.has(id));
      if (found !== undefined) problems.push(`${by} told ${tables.get(found)} ${found} of VTE`);
    }
    told = [];
  };

  const fuzz = async (runs: number, make: () => Promise<Actor[]>, percentFresh: number) => {
    const askers = peopleFrom(make);
    const asked = chosen().filter(({ path: of }) => of !== STREAM);
    let rest = 0;
    for (const route of asked) {
      const people = await askers();
      await cast.letIn();
      rest += runs / asked.length;
      while (rest >= 1) {
        // What was arranged before is used up for most acts, so a part is arranged anew.
        const isFresh = route.method !== 'GET' && chance.percent(percentFresh);
        const made = isFresh
          ? await arrange(route).catch(() => ((lost += 1), good.get(route.name)))
          : good.get(route.name);
        const count = Math.min(Math.floor(rest), OF_ONE_STATE);
        rest -= count;
        if (!made) continue;
        const { client } = made;
        for (let times = 0; times < count; times += 1) {
          const request = chance.percent(15)
            ? made.request
            : hostileRequest(made.request, route, maker(), someForeign);
          const isOwn = client !== undefined && chance.percent(20);
          const actor = isOwn
            ? { name: 'who arranged it', client, isStranger: false }
            : chance.pick(people);
          await send(route, actor, request);
        }
        await judge();
      }
    }
  };
  await fuzz(RUNS * 0.8, () => cast.ofOneBranch(), IS_LONG ? 100 : 20);
  await fuzz(RUNS * 0.2, async () => [await cast.superadmin()], IS_LONG ? 100 : 0);

  const slowest = answers.toSorted((one, other) => other.ms - one.ms).slice(0, 10);
  const lines = slowest.map(
    ({ route, status, ms }) => `  ${ms.toFixed(0)} ms  ${status}  ${route}`,
  );
  const summary = `${sent} bodies, FUZZ_SEED=${SEED}, ${lost} states could not be arranged again`;
  process.stdout.write(`Fuzz: ${summary}. Slowest answers:\n${lines.join('\n')}\n`);
  expect(problems, `FUZZ_SEED=${SEED}`).toEqual([]);
});
