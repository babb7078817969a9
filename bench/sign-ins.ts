import { scrypt } from 'node:crypto';
import os from 'node:os';
import { sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import { demoAccounts } from '#server/seed/demo-accounts.ts';
import { startBenchServer } from './bench-server.ts';
import { median } from './desk-visits.ts';

// Thirty people sign in at once, beside as many bare hashes that leave a core free, in the same
// round; and what a desk's search waits meanwhile, beside what it waits alone. docs/security.md,
// "Passwords". `--rounds=n` is not needed: five rounds say enough.

const PEOPLE = 30;
const ROUNDS = 5;
const SEARCHES = 40;
/** A sign-in is little more than its hash. */
const MOST_TIMES_BARE = 1.3;
const MOST_TIMES_IDLE = 1.5;
const SHARE = 0.95;

const limit = pLimit(Math.max(1, Math.min(4, os.availableParallelism() - 1)));
const options = { N: 2 ** 15, r: 8, p: 3, maxmem: 2 ** 26 };
const bareHash = () =>
  limit(
    () =>
      new Promise<void>((resolve, reject) => {
        scrypt('correct horse', 'a salt of sixteen', 32, options, (error) =>
          error ? reject(error) : resolve(),
        );
      }),
  );

const server = await startBenchServer(() => undefined);
const [{ email: like, password }] = demoAccounts;
const emailOf = (n: number) => `bench${n}@branchdesk.test`;
for (let n = 0; n < PEOPLE; n += 1)
  await server.database.db.execute(sql`
    insert into users (id, first_name, last_name, email, role, branch_id, password_hash, search, seen_news)
    select gen_random_uuid(), 'Bench', 'Person', ${emailOf(n)}, 'staff', branch_id, password_hash, '',
      seen_news from users where email = ${like}`);

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
};

async function signIn(_: unknown, n: number): Promise<void> {
  const answer = await fetch(`${server.origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: emailOf(n), password }),
  });
  if (!answer.ok) throw new Error(`Sign-in ${n}: ${await answer.text()}`);
}

/** The searches of a desk one after the other; the time within which 95 of 100 are answered. */
async function search(isOver: () => boolean): Promise<number> {
  const took: number[] = [];
  while (!isOver() && took.length < SEARCHES)
    took.push(
      await timed(async () => (await server.ask('/students?search=ວົງ&sort=firstName')).text()),
    );
  return took.toSorted((a, b) => a - b)[Math.floor((took.length - 1) * SHARE)] ?? 0;
}

const people = Array.from({ length: PEOPLE });
const rounds: { signIns: number; bare: number; busy: number; idle: number }[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  // Tries of one address are counted, and these are of one machine.
  await server.database.db.execute(sql`delete from sign_in_attempts`);
  const bare = await timed(() => Promise.all(people.map(bareHash)));
  const idle = await search(() => false);
  let isOver = false;
  const waiting = search(() => isOver);
  const signIns = await timed(() => Promise.all(people.map(signIn)));
  isOver = true;
  rounds.push({ signIns, bare, busy: await waiting, idle });
}
await server.stop();

const ratio = (of: (one: (typeof rounds)[number]) => number) => median(rounds.map(of));
const timesBare = ratio(({ signIns, bare }) => signIns / bare);
const timesIdle = ratio(({ busy, idle }) => busy / idle);
console.log(
  `${PEOPLE} sign-ins at once: ${timesBare.toFixed(2)} × bare hashes (at most ${MOST_TIMES_BARE})`,
);
console.log(`A search meanwhile: ${timesIdle.toFixed(2)} × idle (at most ${MOST_TIMES_IDLE})`);
if (timesBare > MOST_TIMES_BARE || timesIdle > MOST_TIMES_IDLE) process.exitCode = 1;
