import { and, eq, gt, inArray, not, sql, type SQL } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { PassThrough } from 'node:stream';
import { seesAllBranches } from '#contract/roles.ts';
import { seatEvents } from '#contract/centre/seat-events.ts';
import type { Database, Db } from '#server/db/client.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { listen, type Listening } from '#server/lib/listen.ts';
import { sessionTable } from '#server/db/tables/centre/sessions.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import {
  changedSince,
  holdsEnded,
  hasLiveClass,
  nextHoldEnd,
  readLiveSeats,
  type BranchSeats,
} from '#server/academic/enrolments/live-seats.ts';
import { grantOfSession, hasRight, rightColumns } from '#server/centre/users/account-grants.ts';
import { accountGrantTable } from '#server/db/tables/centre/account-grants.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { LastChanges, oldOfBranch } from './last-changes.ts';
import { isSameRight } from './listening-right.ts';
import { isLockedSession, type Session } from '#server/lib/current-user.ts';

/**
 * The channel of the database's triggers. They send `class:id`, `person:id`, or `weeks:`,
 * `students:` and `work:` with the id of their branch, and `rates:` with the currency.
 */
const CHANNEL = 'branchdesk_events';
/** Changes within this time are read from the database in one query. */
const GATHER_MS = 20;
/** A desk that was away for longer fetches everything again. */
const MAX_GAP_MS = 15 * 60_000;
/** A desk that connects for the first time fetched its lists at most this long ago. */
const FETCHED_WITHIN_MS = 60_000;
/**
 * The most windows of one browser that receive events. With more, the oldest connection is closed,
 * which may well be a dead one.
 */
export const MAX_PER_SESSION = 6;
/** A connection with more unread bytes than this is dead. */
export const MAX_BEHIND_BYTES = 256 * 1024;
/** The time that a dismissed desk may take to read its last events. */
const FAREWELL_MS = 1000;
const COME_BACK_LATE_MS = 60_000;

export type Desk = {
  session: Session;
  stream: PassThrough;
  /** The last event it heard on an earlier connection. */
  lastEventId: string | undefined;
  /** Breaks its connection, even if data is still on the way. */
  cut: () => void;
};

type Options = {
  db: Db;
  engine: Database['engine'];
  log: FastifyBaseLogger;
  directUrl?: string | undefined;
  aliveEveryMs?: number | undefined;
};

/** Rates belong to no branch: a new one concerns everybody. */
const everywhere = { role: 'superadmin', branchId: '' } as const;
const event = (name: string, id: string, data: unknown) =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * Sends every connected desk the seats of its branch's classes whenever they change, and tells it
 * when to fetch weeks or students again.
 */
export class EventHub {
  readonly #options: Options;
  readonly #aliveEveryMs: number;
  readonly #desks = new Set<Desk>();
  /**
   * Desks that have received the events they had missed. A desk that heard newer events first would
   * never ask for the older ones.
   */
  readonly #greeted = new WeakSet<Desk>();
  readonly #changed = new Set<string>();
  readonly #people = new Set<string>();
  readonly #old = {
    weeks: new Set<string>(),
    students: new Set<string>(),
    work: new Set<string>(),
    rates: new Set<string>(),
  };
  readonly #lastOld = new LastChanges<(typeof oldOfBranch)[number]>();
  #isAllChanged = false;
  #isClosed = false;
  #gathering: NodeJS.Timeout | undefined;
  #holds: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #listening: Promise<Listening> | undefined;
  // Queries run one after the other, so that an older answer never overtakes a newer one.
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
    this.#aliveEveryMs = options.aliveEveryMs ?? seatEvents.aliveEveryMs;
  }

  /** Adds a desk, which listens from now on. */
  async add(desk: Desk): Promise<void> {
    await this.#hear();
    this.#heartbeat ??= setInterval(
      () => this.#inTurn(() => this.#beat()),
      this.#aliveEveryMs,
    ).unref();
    this.#makeRoom(desk.session.tokenHash);
    this.#desks.add(desk);
    desk.stream.once('close', () => this.#desks.delete(desk));
    this.#inTurn(() => this.#greet(desk));
    this.#inTurn(() => this.#waitForHold());
  }

  /** True if a notification arrives here now; for this it listens, even without a desk. */
  async isHearing(): Promise<boolean> {
    return !this.#isClosed && (await this.#hear()).confirm();
  }

  #hear(): Promise<Listening> {
    this.#listening ??= listen(this.#options, CHANNEL, {
      onNotice: (notice) => this.#note(notice),
      onGap: () => this.#noteAll(),
    });
    return this.#listening.catch((error: unknown) => {
      this.#listening = undefined;
      throw error;
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#gathering);
    for (const desk of this.#desks) this.#dismiss(desk);
    await this.#listening?.then(({ stop }) => stop()).catch(() => undefined);
    await this.#last;
    clearTimeout(this.#holds);
  }

  #inTurn(work: () => Promise<void>): void {
    const { log } = this.#options;
    this.#last = this.#last
      .then(work)
      .catch((error: unknown) => log.warn({ err: error }, 'seats could not be told'));
  }

  /** Sends a desk the events that it has missed, or everything if it is new. */
  async #greet(desk: Desk): Promise<void> {
    const { session, lastEventId } = desk;
    const now = await this.#check([desk]);
    this.#lastOld.heardFrom(now);
    const since = new Date(lastEventId ?? Date.parse(now) - FETCHED_WITHIN_MS);
    const away = Date.parse(now) - since.getTime();
    if (away >= 0 && away <= MAX_GAP_MS) {
      const changed = lastEventId === undefined ? hasLiveClass : changedSince(since.toISOString());
      this.#tell(
        [desk],
        await readLiveSeats(
          this.#options.db,
          and(ownBranchOnly(session.user, classTable.branchId), changed),
        ),
      );
      const old = oldOfBranch.filter((name) =>
        this.#lastOld.isAfter(
          since.toISOString(),
          name,
          name === seatEvents.rates ? everywhere : session.user,
        ),
      );
      for (const name of old) this.#write(desk, event(name, now, {}));
    } else {
      this.#write(desk, event(seatEvents.refetch, now, {}));
    }
    this.#greeted.add(desk);
    await this.#sayAlive([desk], now);
  }

  #makeRoom(tokenHash: string): void {
    const [oldest, ...others] = [...this.#desks].filter(
      ({ session }) => session.tokenHash === tokenHash,
    );
    if (!oldest || others.length + 1 < MAX_PER_SESSION) return;
    this.#write(oldest, `retry: ${COME_BACK_LATE_MS}\n\n`);
    this.#dismiss(oldest);
  }

  #listeners(): Desk[] {
    return [...this.#desks].filter((desk) => this.#greeted.has(desk));
  }

  #dismiss(desk: Desk): void {
    this.#desks.delete(desk);
    desk.stream.end();
    setTimeout(desk.cut, FAREWELL_MS).unref();
  }

  #write({ stream, cut }: Desk, text: string): void {
    if (stream.writableEnded || stream.destroyed) return;
    stream.write(text);
    if (stream.writableLength + stream.readableLength > MAX_BEHIND_BYTES) cut();
  }

  #note(notice: string): void {
    const [kind, id = ''] = notice.split(':');
    // Recorded even while nobody listens, because a desk that comes back asks for changes since its
    // last event.
    if (kind === 'weeks' || kind === 'students' || kind === 'work' || kind === 'rates')
      this.#old[kind].add(id);
    else if (this.#desks.size === 0) return;
    else (kind === 'person' ? this.#people : this.#changed).add(id);
    this.#gather();
  }

  #noteAll(): void {
    this.#isAllChanged = true;
    this.#gather();
  }

  #gather(): void {
    if (!this.#isClosed) this.#gathering ??= setTimeout(() => this.#flush(), GATHER_MS);
  }

  #flush(): void {
    this.#gathering = undefined;
    const [isAll, ids, people] = [this.#isAllChanged, [...this.#changed], new Set(this.#people)];
    this.#isAllChanged = false;
    this.#changed.clear();
    this.#people.clear();
    // The desks that may hear it are chosen first, then their events are read.
    const asked = [...this.#desks].filter(({ session }) => isAll || people.has(session.user._id));
    if (asked.length > 0) this.#inTurn(async () => void (await this.#check(asked)));
    for (const name of oldOfBranch) this.#sayOld(name, isAll);
    if (!isAll && ids.length === 0) return;
    const where: SQL = isAll ? hasLiveClass : inArray(classTable._id, ids);
    this.#inTurn(async () =>
      this.#tell(this.#listeners(), await readLiveSeats(this.#options.db, where)),
    );
    this.#inTurn(() => this.#waitForHold());
  }

  #sayOld(name: (typeof oldOfBranch)[number], isAll: boolean): void {
    const branches = new Set(this.#old[name]);
    this.#old[name].clear();
    if (!isAll && branches.size === 0) return;
    const concerns = ({ session: { user } }: Desk) =>
      isAll ||
      name === seatEvents.rates ||
      seesAllBranches(user.role) ||
      branches.has(user.branchId);
    this.#inTurn(async () => {
      const now = await this.#check(this.#listeners().filter(concerns));
      if (isAll) this.#lastOld.missed(now);
      this.#lastOld.note(name, branches, now);
      for (const desk of this.#listeners().filter(concerns))
        this.#write(desk, event(name, now, {}));
    });
  }

  #tell(desks: Iterable<Desk>, rows: readonly BranchSeats[]): void {
    for (const desk of desks) {
      const { role, branchId: own } = desk.session.user;
      const seen = rows
        .filter(({ branchId }) => seesAllBranches(role) || branchId === own)
        .map(({ branchId: _branch, ...seats }) => seats);
      const [first] = seen;
      if (first) this.#write(desk, event(seatEvents.seats, first.asOf, seen));
    }
  }

  /** No row changes when a hold ends, so a timer waits for the next end. */
  async #waitForHold(): Promise<void> {
    const wait = await nextHoldEnd(this.#options.db);
    clearTimeout(this.#holds);
    if (wait === undefined || this.#desks.size === 0 || this.#isClosed) return;
    const look = async () => {
      for (const classId of await holdsEnded(this.#options.db, 2 * this.#aliveEveryMs))
        this.#note(`class:${classId}`);
      await this.#waitForHold();
    };
    this.#holds = setTimeout(
      () => this.#inTurn(look),
      Math.min(Math.max(wait, 0) + 10, this.#aliveEveryMs),
    ).unref();
  }

  /**
   * Dismisses desks whose session has ended or is locked, or whose person has another role or
   * branch by now; returns the database's clock.
   */
  async #check(desks: Iterable<Desk>): Promise<string> {
    const asked = [...desks];
    const hashes = asked.map(({ session }) => session.tokenHash);
    const { rows } = await this.#options.db.execute<{ now: string }>(
      sql`select clock_timestamp() as now`,
    );
    const moment = new Date(String(rows[0]?.now)).toISOString();
    if (asked.length === 0) return moment;
    const valid = await this.#options.db
      .select({ tokenHash: sessionTable.tokenHash, ...rightColumns })
      .from(sessionTable)
      .innerJoin(userTable, eq(userTable._id, sessionTable.userId))
      .leftJoin(accountGrantTable, grantOfSession)
      .where(
        and(
          inArray(sessionTable.tokenHash, hashes),
          gt(sessionTable.expiresAt, sql`now()`),
          eq(userTable.active, true),
          hasRight,
          not(isLockedSession),
        ),
      );
    for (const desk of asked) {
      const { tokenHash, user } = desk.session;
      const now = valid.find((one) => one.tokenHash === tokenHash);
      if (!isSameRight(now, user)) this.#dismiss(desk);
    }
    return moment;
  }

  /** Keeps proxies from closing connections as idle. */
  async #beat(): Promise<void> {
    const desks = this.#listeners();
    if (desks.length === 0) return;
    const now = await this.#check(desks);
    // Afterwards, because what was sent until `now` arrives before the answer does.
    await (await this.#listening)?.confirm();
    await this.#sayAlive(desks, now);
  }

  /**
   * Sent only while every change is received here. A desk that does not get it knows that its seats
   * are out of date.
   */
  async #sayAlive(desks: Iterable<Desk>, now: string): Promise<void> {
    const listening = await this.#listening;
    for (const desk of desks)
      this.#write(
        desk,
        listening?.isUp() ? event(seatEvents.alive, now, {}) : ': not listening\n\n',
      );
  }
}
