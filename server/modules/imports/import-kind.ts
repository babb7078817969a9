import type { SignedInUser } from '#contract/auth.ts';
import type { FieldError } from '#contract/field-errors.ts';
import type { ImportCheck, ImportKind, ImportProgress } from '#contract/imports.ts';
import type { GuardianInput } from '#contract/students.ts';
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

/** A guardian of a row who may be there already under another name or phone. */
export type ParentMatch = ImportCheck['parents'][number];

/** A guardian as written, with the record to use instead of a new one. */
export type LinkedParent = { guardian: Pick<GuardianInput, 'firstName' | 'lastName' | 'phone'>; parentId: string };

/** One kind of list that can be filled from a file. */
export type Importer<Input extends Person> = {
  kind: ImportKind;
  fields: readonly { name: FieldName; required: boolean }[];
  /** One believable row, for the template. */
  example: (language: Language) => Partial<Record<FieldName, string | { day: string }>>;
  toInput: (values: RowValues, context: Context) => { input: Input } | { problems: Problems };
  /** Who of the branch has one of these phones or names. */
  known: (db: Db | Tx, branchId: string, phones: string[], nameKeys: string[]) => Promise<KnownPerson[]>;
  /** Whose guardians may be there already. */
  likeParents?: (db: Db | Tx, branchId: string, rows: { row: number; input: Input }[]) => Promise<ParentMatch[]>;
  /** `linked` are the matches whose record is to be used. */
  add: (writing: Writing, inputs: Input[], linked: readonly LinkedParent[]) => Promise<{ added: AddedIds; parentsLinked: number }>;
  /** Removes what was added; throws when something else points at it or it was changed. */
  remove: (tx: Tx, added: AddedIds) => Promise<number>;
};
