import * as z from 'zod/mini';
import { version } from './fields.ts';
import type { Action } from './roles.ts';

/** Names that have a `:read` rule in `roles.ts`; a resource without a rule does not compile. */
type RuledName = Action extends infer A ? (A extends `${infer Name}:read` ? Name : never) : never;
type KeyOf<Schema extends z.ZodMiniObject> = keyof z.output<Schema> & string;

/**
 * How a list reaches the device and what stays there for a time without network. `all`: short enough to fetch whole,
 * then searched and sorted on the spot; a copy is kept. `instant`: the same, and so small and so much needed that the
 * copy is there for the first paint. `page`: too long for that, the server searches, sorts and pages; nothing is kept.
 */
export type CachePolicy = 'all' | 'instant' | 'page';

const MAX_PAGE = 100_000;
const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 200;
/** A list that is kept whole is answered whole, unless the request asks for a page of it. */
const WHOLE_LIST = 10_000;

/** The id of a row, and behind a colon what the list is sorted by there. */
const place = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(:[^\0]{0,300})?$/i));

/** A row's place in a list with this sort, for `after` and `before`. */
export function placeOf(row: { _id: string }, sort: string): string {
  const value = (row as Record<string, unknown>)[sort.replace('-', '')];
  return typeof value === 'string' ? `${row._id}:${value}` : row._id;
}

/** A whole number from a query string. */
const pageNumber = (max: number) => z.coerce.number().check(z.int(), z.gte(1), z.lte(max));

/**
 * Describes one resource for both sides: its rows, what may be written, what it sorts and searches by.
 * Routes, request types, table columns and form fields are all derived from this object.
 */
export function resource<
  const Name extends RuledName,
  Row extends z.ZodMiniObject,
  Input extends z.ZodMiniObject,
  const Sort extends readonly KeyOf<Row>[],
  const Cache extends CachePolicy,
>(definition: {
  name: Name;
  row: Row;
  input: Input;
  sort: Sort;
  search: readonly KeyOf<Row>[];
  cache: Cache;
}) {
  const sortKeys: string[] = definition.sort.flatMap((key) => [key, `-${key}`]);
  return {
    ...definition,
    path: `/${definition.name}` as const,
    read: `${definition.name}:read` as Action,
    write: `${definition.name}:write` as Action,
    replaceInput: z.extend(definition.input, { version }),
    query: z.object({
      page: z._default(pageNumber(MAX_PAGE), 1),
      pageSize: z._default(pageNumber(MAX_PAGE_SIZE), definition.cache === 'page' ? PAGE_SIZE : WHOLE_LIST),
      search: z._default(z.string().check(z.maxLength(80)), ''),
      sort: z.optional(z.enum(sortKeys)),
      /** Whether to count all that is found; `only` answers no rows but their count. */
      count: z._default(z.enum(['true', 'false', 'only']), 'true'),
      /** With a `sort`, instead of `page`: the rows behind this place, however deep, at the cost of the first ones. */
      after: z.optional(place),
      /** The same for the rows in front of a place, or in front of the end. */
      before: z.optional(z.union([z.literal('end'), place])),
    }),
  };
}

/** Any resource, for code that works on all of them. */
export type Resource = ReturnType<typeof resource>;
export type RowOf<R extends { row: z.ZodMiniObject }> = z.output<R['row']>;
/** What a form holds: every field present, defaults filled in. */
export type InputOf<R extends { input: z.ZodMiniObject }> = z.output<R['input']>;
export type SortOf<R extends { sort: readonly string[] }> = R['sort'][number] | `-${R['sort'][number]}`;
