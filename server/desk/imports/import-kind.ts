import type { SignedInUser } from '#contract/centre/auth.ts';
import type { FieldError } from '#contract/field-errors.ts';
import type { ImportCheck, ImportKind, ImportProgress } from '#contract/imports/imports.ts';
import type { GuardianInput } from '#contract/people/students.ts';
import type { Language } from '#contract/language.ts';
import type { Db, Tx } from '#server/db/client.ts';
import type { Actor } from '#server/lib/audit.ts';
import type { FieldName } from '#server/lib/sheets/headings.ts';
import type { AddedIds } from '#server/db/tables/desk/imports.table.ts';

/** The cells of one row by the field they hold; null is a formula without its result. */
export type RowValues = Partial<Record<FieldName, string | null>>;
export type Problems = Partial<Record<FieldName, FieldError>>;

export type Context = { branchId: string; language: Language; today: string };
export type Writing = {
  tx: Tx;
  codes: readonly string[];
  actor: Actor;
  user: SignedInUser;
  branchId: string;
  tell: (progress: ImportProgress) => void;
};

/** A match of a row with a record, or with an earlier row. */
export type Duplicate = ImportCheck['duplicates'][number];

/** A guardian of a row who may already exist under another name or phone. */
export type ParentMatch = ImportCheck['parents'][number];

/** A guardian as written, with the record to use instead of a new one. */
export type LinkedParent = {
  guardian: Pick<GuardianInput, 'firstName' | 'lastName' | 'phone'>;
  parentId: string;
};

/**
 * The added records. Called once nobody else can add people, `cameSince` tells whether somebody has
 * added the same guardian meanwhile.
 */
export type Added = {
  added: AddedIds;
  updated?: number;
  parentsLinked: number;
  cameSince: () => Promise<boolean>;
};

type Rows<Input> = readonly { row: number; input: Input }[];

/** A column of the list; `fills` names the fields that it holds together, as a full name does. */
export type ImportField = { name: FieldName; required: boolean; fills?: readonly FieldName[] };

/** One kind of list that can be filled from a file. */
export type Importer<Input> = {
  kind: ImportKind;
  fields: readonly ImportField[];
  /** A realistic row for the template. */
  example: (language: Language) => Partial<Record<FieldName, string | { day: string }>>;
  /** Looks up what the rows refer to, and reads them one by one. */
  reader: (
    db: Db | Tx,
    context: Context,
  ) => Promise<(values: RowValues) => { input: Input } | { problems: Problems }>;
  /**
   * For each row the record or earlier row that it repeats; `own` are the codes that this import
   * gave.
   */
  like: (
    db: Db | Tx,
    branchId: string,
    rows: Rows<Input>,
    own: ReadonlySet<string>,
  ) => Promise<(Duplicate | undefined)[]>;
  /** The series of the codes that added records get. */
  codes?: 'ST' | 'TC';
  /**
   * Keeps everybody else from writing such records until the transaction ends: before the first
   * row, or for a last check.
   */
  gate: { close: (tx: Tx) => Promise<void>; when: 'first' | 'last' };
  /** Guardians of the rows who may already exist. */
  likeParents?: (
    db: Db | Tx,
    branchId: string,
    rows: Rows<Input>,
    own: ReadonlySet<string>,
  ) => Promise<ParentMatch[]>;
  /** `linked` are the guardians for whom an existing record is used. */
  add: (writing: Writing, inputs: Input[], linked: readonly LinkedParent[]) => Promise<Added>;
  /** Removes the added records; throws if something refers to them or somebody has changed them. */
  remove: (tx: Tx, added: AddedIds) => Promise<number>;
};
