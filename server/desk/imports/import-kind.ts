import type { FieldError } from '#contract/field-errors.ts';
import type { Language } from '#contract/language.ts';
import type { FieldName } from '#server/lib/sheets/headings.ts';

/** The cells of one row by the field they hold; null is a formula without its result. */
export type RowValues = Partial<Record<FieldName, string | null>>;
export type Problems = Partial<Record<FieldName, FieldError>>;

export type Context = { branchId: string; language: Language; today: string };
