import * as z from 'zod/mini';
import { version } from './fields.ts';
import type { ListOf, RowOf } from './list-of.ts';

const MAX_PAGE = 100_000;
const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 200;
/** A list that the device stores whole is answered whole, unless the request asks for a page. */
const WHOLE_LIST = 10_000;

/** The id of a row and, after a colon, the value by which the list is sorted. */
const cursor = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(:[^\0]{0,300})?$/i));

/** A whole number from a query string. */
const pageNumber = (max: number) => z.coerce.number().check(z.int(), z.gte(1), z.lte(max));

/** The query of a list. */
function queryOf({ sort, cache }: ListOf) {
  const sortKeys = sort.flatMap((key) => [key, `-${key}`]);
  return z.object({
    page: z._default(pageNumber(MAX_PAGE), 1),
    pageSize: z._default(pageNumber(MAX_PAGE_SIZE), cache === 'page' ? PAGE_SIZE : WHOLE_LIST),
    search: z._default(z.string().check(z.maxLength(80)), ''),
    sort: z.optional(z.enum(sortKeys)),
    /** Whether to count all matches; `only` answers the count without rows. */
    count: z._default(z.enum(['true', 'false', 'only']), 'true'),
    /**
     * With a `sort`, instead of `page`: the rows after this cursor, as fast at any depth as at the
     * beginning.
     */
    after: z.optional(cursor),
    /** The rows before a cursor, or before the end. */
    before: z.optional(z.union([z.literal('end'), cursor])),
  });
}

/** The schemas of a resource: one row, the input, a change of a row, and the query of its list. */
type Schemas<Row extends z.ZodMiniObject, Input extends z.ZodMiniObject> = {
  row: Row;
  input: Input;
  replaceInput: ReturnType<typeof z.extend<Input, { version: typeof version }>>;
  query: ReturnType<typeof queryOf>;
};

/** Any resource, for code that works on all of them. */
export type Resource = ListOf<{ _id: string }> & Schemas<z.ZodMiniObject, z.ZodMiniObject>;

/**
 * Describes one resource for both sides: its list, its rows and its input. Routes, request types,
 * table columns and form fields are all derived from this object.
 */
export function resource<
  const List extends ListOf,
  Row extends z.ZodMiniObject,
  Input extends z.ZodMiniObject,
>(
  list: List,
  { row, input }: { row: z.output<Row> extends RowOf<List> ? Row : never; input: Input },
): List & Schemas<Row, Input> {
  return { ...list, row, input, replaceInput: z.extend(input, { version }), query: queryOf(list) };
}

/** The values of a form: every field present, defaults filled in. */
export type InputOf<R extends { input: z.ZodMiniObject }> = z.output<R['input']>;
