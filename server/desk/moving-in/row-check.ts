import type { FieldError } from '#contract/field-errors.ts';
import type { OpeningMoney } from '#contract/imports/opening-sums.ts';
import type { MovingRowState, MovingSheetKind } from '#contract/imports/moving-in.ts';
import { plainDigits, readWhole } from '#contract/words/typed-number.ts';
import type { MovingProblem } from '#server/db/tables/desk/moving-in.table.ts';
import type { Cells } from './effective-rows.ts';
import type { KnownNames, KnownThing, NamedKind } from './known-names.ts';

/** What the cells of a row are compared with. */
export type MovingContext = {
  /** The branch of rows that name none; nobody guesses it from the person who imports. */
  branchId: string | null;
  names: KnownNames;
};

/** A row as it was checked: what it becomes, or what stands in its way. */
export type CheckedMovingRow = {
  name: string;
  state: Exclude<MovingRowState, 'in'>;
  problems: MovingProblem[];
  recordId: string | null;
  input: Record<string, unknown> | null;
  /** The money of the row that is not written yet. */
  money: OpeningMoney | null;
  changes: Record<string, [unknown, unknown]> | null;
};

/** A number with a minus before it: a rule is broken, not the way of writing. */
export const isBelowZero = (text: string): boolean =>
  /^\s*[-−–]\s*[\d.,\s]*[1-9]/.test(plainDigits(text));

type Failure = Parameters<MovingRowCheck['fail']>;

/**
 * Parts of the check of a row that depend on its cells alone, by their name: what they were made
 * of, what came out, and the problems that they told.
 */
export type RowParts = Map<
  string,
  { values: Cells; of: readonly unknown[]; result: unknown; failures: Failure[] }
>;

const isSame = (one: object, other: object): boolean => {
  if (one === other) return true;
  const [keys, { length }] = [Object.keys(one), Object.keys(other)];
  return (
    keys.length === length &&
    keys.every((key) => one[key as keyof typeof one] === other[key as keyof typeof other])
  );
};

type RowOfSheet = {
  id: string;
  number: number;
  values: Cells;
  /** The column of a field whose value stands in another one. */
  columns?: Partial<Record<string, string>>;
  /** What earlier checks have kept of the row. */
  parts?: RowParts;
};

/** One row while it is checked. It gathers every problem, each beside its field. */
export class MovingRowCheck {
  readonly id: string;
  readonly number: number;
  readonly problems: MovingProblem[] = [];
  readonly #values: Cells;
  readonly #columns: Partial<Record<string, string>>;
  readonly #context: MovingContext;
  readonly #parts: RowParts;
  /** The problems of a part, while it is made. */
  #failures: Failure[] | undefined;
  #isWaiting = false;

  constructor(row: RowOfSheet, context: MovingContext) {
    this.id = row.id;
    this.number = row.number;
    this.#values = row.values;
    this.#columns = row.columns ?? {};
    this.#parts = row.parts ?? new Map();
    this.#context = context;
  }

  get values(): Cells {
    return this.#values;
  }

  get isBroken(): boolean {
    return this.problems.some(({ isHint }) => isHint !== true);
  }

  /** Says something beside a cell that does not keep the row from coming in. */
  hint(of: string, error: FieldError): void {
    this.problems.push({ field: this.#columns[of] ?? of, error, isHint: true });
  }

  /**
   * A part of the check that depends on the cells of the row and on `of` alone. Its result is kept
   * for the next check, so nobody changes it.
   */
  part<Result>(name: string, of: readonly unknown[], make: () => Result): Result {
    const values = this.#values;
    const before = this.#parts.get(name);
    if (before && isSame(before.of, of) && isSame(before.values, values)) {
      for (const failure of before.failures) this.fail(...failure);
      return before.result as Result;
    }
    const failures: Failure[] = [];
    this.#failures = failures;
    const result = make();
    this.#failures = undefined;
    this.#parts.set(name, { values, of, result, failures });
    return result;
  }

  fail(of: string, error: FieldError, choices: readonly string[] = []): undefined {
    this.#failures?.push([of, error, choices]);
    const field = this.#columns[of] ?? of;
    if (this.problems.every((problem) => problem.field !== field || problem.isHint === true))
      this.problems.push({
        field,
        error,
        ...(choices.length > 0 && { choices: [...choices] }),
      });
    return undefined;
  }

  /** A problem that goes by itself once another row is corrected. */
  waitFor(field: string, label: string): undefined {
    this.#isWaiting = true;
    return this.fail(field, `waitsFor:${label}`);
  }

  text(field: string): string {
    return this.#values[field] ?? '';
  }

  needed(field: string): string {
    const text = this.text(field);
    if (text === '') this.fail(field, 'required');
    return text;
  }

  /** A whole number, or null for an empty cell. */
  whole(field: string): number | null {
    if (isBelowZero(this.text(field))) {
      this.fail(field, 'belowZero' as FieldError);
      return null;
    }
    const read = readWhole(this.text(field));
    if ('error' in read) {
      this.fail(field, read.error);
      return null;
    }
    return read.value;
  }

  /** The thing that a cell names; undefined if it names none, or one that waits. */
  named(kind: NamedKind, field: string, branchId?: string): KnownThing | undefined {
    return this.#refer(kind, field, this.text(field), { branchId });
  }

  /** The same for a text that stands for the one of the cell. */
  namedBy(kind: NamedKind, field: string, text: string): KnownThing | undefined {
    return this.#refer(kind, field, text, {});
  }

  /** The same for a cell that may stay empty. */
  maybeNamed(kind: NamedKind, field: string, branchId?: string): KnownThing | undefined {
    return this.text(field) === '' ? undefined : this.named(kind, field, branchId);
  }

  /** The branch of a thing that a cell names, else that of the file; it parts two names. */
  likelyBranch(kind: NamedKind, field: string): string | undefined {
    const { branchId, names } = this.#context;
    const found = names.find(kind, this.text(field));
    return ('thing' in found ? found.thing.branchId : undefined) ?? branchId ?? undefined;
  }

  /** Several names in one cell, with a comma or a semicolon between them. */
  allNamed(kind: NamedKind, field: string, branchId?: string): KnownThing[] {
    return this.partsNamed(kind, field, { branchId }).map(({ thing }) => thing);
  }

  /** The same with the text of each part, of which `nameIn` takes the name out. */
  partsNamed(
    kind: NamedKind,
    field: string,
    {
      branchId,
      nameIn = (part) => part,
    }: { branchId?: string | undefined; nameIn?: (part: string) => string } = {},
  ): { thing: KnownThing; part: string }[] {
    const parts = this.text(field)
      .split(/[,;]/)
      .map((part) => part.trim())
      .filter(Boolean);
    // A choice becomes the whole cell, so it repeats what the cell says beside it.
    return parts.flatMap((part, at) => {
      const name = nameIn(part);
      const inCell = (choice: string) =>
        parts
          .with(
            at,
            part.replace(name, () => choice),
          )
          .join(', ');
      const thing = this.#refer(kind, field, name, { branchId, inCell });
      return thing ? [{ thing, part }] : [];
    });
  }

  /** The branch of a row; without a text it is the branch of the file. */
  branch(field: string): KnownThing | undefined {
    const { branchId, names } = this.#others();
    if (this.text(field) !== '') return this.named('branch', field);
    const ofFile = branchId === null ? undefined : names.get('branch', branchId);
    return ofFile ?? this.fail(field, 'required');
  }

  /** A part names no others, because its result would not change with them. */
  #others(): MovingContext {
    if (this.#failures) throw new Error('A part of a row depends on its cells alone');
    return this.#context;
  }

  #refer(
    kind: NamedKind,
    field: string,
    text: string,
    { branchId, inCell }: { branchId?: string | undefined; inCell?: (choice: string) => string },
  ): KnownThing | undefined {
    const found = this.#others().names.find(kind, text, branchId);
    if ('thing' in found && found.thing.isErased)
      return this.fail(field, 'personErased' as FieldError);
    if ('thing' in found) return found.thing;
    if ('waitsFor' in found) return this.waitFor(field, found.waitsFor);
    const offered = found.choices.length > 0 ? found.choices : labelsOf(this.#context, kind);
    return this.fail(field, found.error as FieldError, inCell ? offered.map(inCell) : offered);
  }

  /** The state of the row with the record that it becomes. */
  result(
    name: string,
    becomes: Pick<CheckedMovingRow, 'input'> &
      Partial<Pick<CheckedMovingRow, 'recordId' | 'changes' | 'money'>>,
  ): CheckedMovingRow {
    const recordId = becomes.recordId ?? this.id;
    const isOnlyWaiting =
      this.#isWaiting &&
      this.problems.every(({ error, isHint }) => isHint || error.startsWith('waitsFor'));
    const changes = becomes.changes ?? null;
    const isThere = recordId !== this.id;
    const stateOfRecord = isThere
      ? Object.keys(changes ?? {}).length > 0
        ? 'changed'
        : 'same'
      : 'ready';
    return {
      name,
      problems: this.problems,
      recordId: this.isBroken ? null : recordId,
      input: this.isBroken ? null : becomes.input,
      money: this.isBroken ? null : (becomes.money ?? null),
      changes: this.isBroken ? null : changes,
      state: this.isBroken ? (isOnlyWaiting ? 'waiting' : 'problem') : stateOfRecord,
    };
  }
}

/** A row that says the same as an earlier one of the file, and so is left out by itself. */
export const rowTwice = (name: string, field: string, row: number): CheckedMovingRow => ({
  ...rowLeftOut(name, field, `rowTwice:${row}`),
});

/** A row that is left out by itself, with the reason in its cell. */
export const rowLeftOut = (name: string, field: string, error: string): CheckedMovingRow => ({
  name,
  state: 'out',
  recordId: null,
  input: null,
  money: null,
  changes: null,
  problems: [{ field, error }],
});

const MAX_OFFERED = 12;
/** A short list is offered whole, so that a person chooses instead of typing. */
function labelsOf({ names }: MovingContext, kind: NamedKind): string[] {
  const all = names.all(kind).map(({ label }) => label);
  return all.length <= MAX_OFFERED ? all : [];
}

/** Kinds whose rows other rows name, with the kind of name. */
export const namedKinds: Partial<Record<MovingSheetKind, NamedKind>> = {
  branches: 'branch',
  rooms: 'room',
  products: 'product',
  courses: 'course',
  teachers: 'teacher',
  terms: 'term',
  classes: 'class',
  students: 'student',
};
