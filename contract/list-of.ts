import type { Action } from './roles.ts';

/** Names that have a `:read` rule in `roles.ts`; a resource without a rule does not compile. */
type RuledName = Action extends infer A ? (A extends `${infer Name}:read` ? Name : never) : never;
type FieldOf<Row> = keyof Row & string;

/**
 * How a list reaches the device, and how much of it is stored there for use without network. `all`:
 * short enough to fetch whole, then searched and sorted on the device; a copy is stored. `instant`:
 * the same, for lists so small and so often needed that the copy is loaded before the first paint.
 * `page`: too long for that; the server searches, sorts and pages, and no copy is stored.
 */
export type CachePolicy = 'all' | 'instant' | 'page';

/**
 * The facts that a list needs of a resource: its name, its sort and search fields, and what the
 * device stores. The schemas are separate, in the file of the resource: a screen that only reads
 * does not wait for the library that checks them.
 */
export const listOf =
  <Row>() =>
  <
    const Name extends RuledName,
    const Sort extends readonly FieldOf<Row>[],
    const Cache extends CachePolicy,
  >(definition: {
    name: Name;
    sort: Sort;
    search: readonly FieldOf<Row>[];
    cache: Cache;
  }) => ({
    ...definition,
    path: `/${definition.name}` as const,
    read: `${definition.name}:read` as Action,
    write: `${definition.name}:write` as Action,
    /** Gives the compiler the type of a row; it has no value. */
    rowType: undefined as Row | undefined,
  });

/** The list of any resource, for code that works on all of them. */
export type ListOf<Row = unknown> = {
  name: RuledName;
  path: `/${RuledName}`;
  read: Action;
  write: Action;
  sort: readonly string[];
  search: readonly string[];
  cache: CachePolicy;
  rowType: Row | undefined;
};
export type RowOf<List extends { rowType: unknown }> = NonNullable<List['rowType']>;
export type SortOf<List extends { sort: readonly string[] }> =
  List['sort'][number] | `-${List['sort'][number]}`;

/**
 * The position of a row in a list with this sort, for `after` and `before`; rows without a value
 * come last.
 */
export function cursorOf(row: { _id: string }, sort: string): string {
  const value = (row as Record<string, unknown>)[sort.replace('-', '')];
  return value === null || value === undefined
    ? row._id
    : `${row._id}:${String(value as string | number | boolean)}`;
}
