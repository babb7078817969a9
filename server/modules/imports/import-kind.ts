import type { SignedInUser } from '#contract/auth.ts';
import type { FieldError } from '#contract/field-errors.ts';
import type { ImportKind, ImportProgress } from '#contract/imports.ts';
import type { Language } from '#contract/language.ts';
import type { Db, Tx } from '#server/db/client.ts';
import type { Actor } from '#server/lib/audit.ts';
import type { FieldName } from '#server/lib/sheets/headings.ts';
import type { AddedIds } from './imports.table.ts';

/** The cells of one row by the field they hold; null is a formula without its result. */
export type RowValues = Partial<Record<FieldName, string | null>>;
export type Problems = Partial<Record<FieldName, FieldError>>;

export type Context = { branchId: string; language: Language; today: string };
export type Writing = { tx: Tx; actor: Actor; user: SignedInUser; branchId: string; tell: (progress: ImportProgress) => void };

/** What makes two rows, or a row and a record, one person. */
export type Person = { firstName: string; lastName: string; dateOfBirth: string | null; phone: string };
export type KnownPerson = { phone: string; nameKey: string; dateOfBirth: string | null; code: string; name: string };

/** One kind of list that can be filled from a file. */
export type Importer<Input extends Person> = {
  kind: ImportKind;
  fields: readonly { name: FieldName; required: boolean }[];
  /** One believable row, for the template. */
  example: (language: Language) => Partial<Record<FieldName, string | { day: string }>>;
  toInput: (values: RowValues, context: Context) => { input: Input } | { problems: Problems };
  /** Who of the branch has one of these phones or names. */
  known: (db: Db | Tx, branchId: string, phones: string[], nameKeys: string[]) => Promise<KnownPerson[]>;
  add: (writing: Writing, inputs: Input[]) => Promise<{ added: AddedIds; parentsLinked: number }>;
  /** Removes what was added; throws when something else points at it or it was changed. */
  remove: (tx: Tx, added: AddedIds) => Promise<number>;
};
