import { randomUUID } from 'node:crypto';
import type { Chance } from '#server/seed/chance.ts';
import type { JsonSchema } from './api-document.ts';
import { goodValue, type Maker } from './good-values.ts';
import type { FuzzRequest } from './requests.ts';

/** What nobody would type, of every type. */
const strange: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.5,
  1e9,
  -1e15,
  2 ** 53,
  1e308,
  '',
  ' ',
  '0',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'ສະບາຍດີ',
  '\u0ec8\u200b\u202e',
  '🙂👩‍👩‍👧',
  "'; drop table students; --",
  '%%_\\',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '2026-02-30',
  '0000-01-01',
  '9999-12-31',
  '2026-11-29T25:00:00Z',
  'NaN',
  'x'.repeat(5000),
  '00000000-0000-0000-0000-000000000000',
  [],
  {},
  [[]],
  { $ne: 1 },
];

type Place = { holder: Record<string, unknown> | unknown[]; key: string | number };

const schemaIn = (schema: JsonSchema | undefined, key: string | number): JsonSchema | undefined => {
  if (!schema) return undefined;
  const choices = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  for (const { properties, items } of choices) {
    const found = typeof key === 'number' ? items : properties?.[key];
    if (found) return found;
  }
  return undefined;
};

type Found = Place & { schema: JsonSchema | undefined };

/** Every field and item of a value, however deep. */
function placesIn(value: unknown, schema: JsonSchema | undefined): Found[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((one, at) => [at, one])
    : Object.entries(value);
  return entries.flatMap(([key, one]) => {
    const part = schemaIn(schema, key);
    return [{ holder: value as Place['holder'], key, schema: part }, ...placesIn(one, part)];
  });
}

const set = ({ holder, key }: Place, value: unknown) =>
  Object.defineProperty(holder, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });

/** Changes one place of a body or a query. */
function changeOne(found: Found, maker: Maker, foreign: (path: string) => string | undefined) {
  const { chance } = maker;
  const { holder, schema } = found;
  const old = Reflect.get(holder, found.key) as unknown;
  const ways: (() => unknown)[] = [
    () => set(found, chance.pick(strange)),
    () => set(found, schema ? goodValue(schema, { ...maker, optional: 50 }) : null),
    () => set(found, [old]),
    () => Reflect.deleteProperty(holder, found.key),
    () => set({ holder, key: chance.pick(['__proto__', 'constructor', 'role', '_id']) }, old),
  ];
  if (Array.isArray(old))
    ways.push(() => set(found, [...(old as unknown[]), ...(old as unknown[])]));
  if (typeof old === 'number')
    ways.push(() => set(found, chance.pick([-old, old + 1, old * 1000, old / 3, String(old)])));
  if (typeof old === 'string')
    ways.push(() => set(found, chance.pick([`${old}\u0000`, old.toUpperCase(), old.repeat(40)])));
  const source = schema?.['x-ids-from'] ?? schema?.anyOf?.[0]?.['x-ids-from'];
  if (typeof old === 'string' && /^[0-9a-f-]{36}$/.test(old))
    ways.push(() => set(found, (source && foreign(source)) ?? randomUUID()));
  chance.pick(ways)();
}

/** Fields that the schema has and the body has not, so that they are tried too. */
function fillIn(body: Record<string, unknown>, schema: JsonSchema, maker: Maker): void {
  for (const [name, part] of Object.entries(schema.properties ?? {}))
    if (!(name in body) && maker.chance.percent(25)) body[name] = goodValue(part, maker);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);

function changeBytes(bytes: Buffer, chance: Chance): Buffer {
  const copy = Buffer.from(bytes);
  if (chance.percent(40)) return copy.subarray(0, chance.below(copy.length));
  for (let times = 0; times < 8; times += 1)
    copy[chance.below(copy.length)] = chance.pick([0, 0x22, 0x2c, 0x3c, 0xff, chance.below(256)]);
  return copy;
}

/** The same request with one to three things wrong, or right in another way. */
export function hostileRequest(
  request: FuzzRequest,
  { body: bodySchema, query: querySchema }: { body: JsonSchema | undefined; query: JsonSchema },
  maker: Maker,
  foreign: (path: string) => string | undefined,
): FuzzRequest {
  const { chance } = maker;
  const path = { ...request.path };
  const query = structuredClone(request.query);
  const body = Buffer.isBuffer(request.body)
    ? changeBytes(request.body, chance)
    : structuredClone(request.body);
  fillIn(query, querySchema, { ...maker, optional: 50 });
  if (isRecord(body) && bodySchema) fillIn(body, bodySchema, { ...maker, optional: 50 });
  const places = [
    ...(Buffer.isBuffer(body) ? [] : placesIn(body, bodySchema)),
    ...placesIn(query, querySchema),
  ];
  const times = 1 + chance.below(3);
  for (let time = 0; time < times && places.length > 0; time += 1)
    changeOne(chance.pick(places), maker, foreign);
  const [name] = Object.keys(path);
  if (name !== undefined && chance.percent(12))
    path[name] = chance.pick([
      randomUUID(),
      'x',
      '\u0000',
      "' or 1=1 --",
      '9'.repeat(40),
      '__proto__',
    ]);
  return { ...request, path, query, body };
}
