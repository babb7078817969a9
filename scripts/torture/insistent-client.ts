import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Chance } from './chance.ts';

/** The decision of the server about one write. */
export type Decided = { key: string; path: string; body: object; status: number; answer: unknown };

/** The origins of the server's processes; a try whose answer is lost goes to the next one. */
export type Origins = () => readonly string[];

const GIVE_UP_TRY_MS = 8000;
const PAUSE_MS = 60;
/** Longer than every fault; a desk that waits for longer has found a fault of the server. */
const GIVE_UP_MS = 150_000;
/** A connection is cut this long after the request was sent, while it is at work. */
const CUT_WITHIN_MS = 60;

type Answer = { status: number; text: string; replayed: boolean };

function send(
  origin: string,
  { path, token, key, body, cutAfterMs }: Sent & { cutAfterMs: number | undefined },
): Promise<Answer> {
  const text = body === undefined ? '' : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = http.request(`${origin}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      timeout: GIVE_UP_TRY_MS,
    });
    request.on('error', reject).on('timeout', () => request.destroy(new Error('No answer')));
    request.on('response', (response) => {
      let came = '';
      response.setEncoding('utf8').on('data', (part: string) => (came += part));
      response.on('error', reject).on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: came,
          replayed: response.headers['idempotent-replay'] === 'true',
        }),
      );
    });
    if (cutAfterMs === undefined) request.end(text);
    else {
      // The socket may break in the middle of the body, or while the server works.
      request.write(text.slice(0, text.length / 2));
      setTimeout(() => request.end(text.slice(text.length / 2)), cutAfterMs / 3);
      setTimeout(() => request.destroy(new Error('Cut')), cutAfterMs);
    }
  });
}

type Sent = {
  path: string;
  token: string;
  key: string | undefined;
  body: object | undefined;
};

/** Counts of one run, for its last line. */
export type Counts = { tries: number; cuts: number; lost: number; replayed: number };
export const noCounts = (): Counts => ({ tries: 0, cuts: 0, lost: 0, replayed: 0 });

/** Asks until the server decides, with the key of the first try, as the app does. */
export class InsistentClient {
  readonly #origins: Origins;
  readonly #chance: Chance;
  readonly #counts: Counts;
  /** The part of writes whose connection is cut. */
  readonly #cutShare: number;
  /** Everything that was decided. */
  readonly decided: Decided[] = [];

  constructor(
    origins: Origins,
    { chance, counts, cutShare }: { chance: Chance; counts: Counts; cutShare: number },
  ) {
    this.#origins = origins;
    this.#chance = chance;
    this.#counts = counts;
    this.#cutShare = cutShare;
  }

  async #insist(sent: Sent): Promise<Answer> {
    const until = Date.now() + GIVE_UP_MS;
    let last = '';
    for (let at = this.#chance.whole(2); Date.now() < until; at += 1) {
      const origins = this.#origins();
      const origin = origins[at % origins.length];
      const isCut = sent.body !== undefined && this.#chance.next() < this.#cutShare;
      const cutAfterMs = isCut ? 1 + this.#chance.whole(CUT_WITHIN_MS) : undefined;
      this.#counts.tries += 1;
      if (isCut) this.#counts.cuts += 1;
      if (origin !== undefined) {
        const answer = await send(origin, { ...sent, cutAfterMs }).catch((error: unknown) => {
          last = String(error);
          return undefined;
        });
        // Everything else may be tried again, and may have been written.
        if (answer && answer.status < 500 && answer.status !== 429) return answer;
        if (answer) last = answer.text;
      }
      this.#counts.lost += 1;
      await wait(PAUSE_MS * (0.5 + Math.random()));
    }
    throw new Error(`${sent.path} was not decided in ${GIVE_UP_MS / 1000} s: ${last}`);
  }

  async get<Body>(path: string, token: string): Promise<Body> {
    const answer = await this.#insist({ path, token, key: undefined, body: undefined });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
    return JSON.parse(answer.text) as Body;
  }

  /** A write; `undefined` if the server refused it. */
  async post<Body>(path: string, body: object, token: string): Promise<Body | undefined> {
    const key = randomUUID();
    const { status, text, replayed } = await this.#insist({ path, token, key, body });
    const answer = (text === '' ? null : JSON.parse(text)) as Body;
    this.decided.push({ key, path, body, status, answer });
    if (replayed) this.#counts.replayed += 1;
    return status < 300 ? answer : undefined;
  }

  /** Signs in; that is not one of the writes which are compared. */
  async signIn(email: string, password: string): Promise<string> {
    const body = { email, password };
    const answer = await this.#insist({ path: '/auth/login', token: '', key: undefined, body });
    if (answer.status !== 200) throw new Error(answer.text);
    return (JSON.parse(answer.text) as { token: string }).token;
  }
}
