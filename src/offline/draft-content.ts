import * as z from 'zod/mini';
import { blankValues } from '#src/lib/form-schema.ts';
import type { Sent } from '#src/lib/settle-write.ts';

type Values = Record<string, unknown>;

/** Where a draft belongs: which form, and which record in it. */
export type DraftPlace = {
  form: string;
  /** The record's id, or `new`. */
  record: string;
};

/** What a draft holds, as it is sealed. */
export type DraftContent = {
  values: Values;
  /** The record as it was when it was edited; an edit over somebody's newer version is found out by it. */
  base?: Values | undefined;
  /** A try to save it, whose outcome was not known. */
  sent?: Sent | undefined;
};

const isSecret = (name: string) => /password/i.test(name);

/** The content as text, without any field that holds a password, however deep. */
export function draftText(content: DraftContent): string {
  return JSON.stringify(content, (name, value: unknown) => (isSecret(name) ? undefined : value));
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : value === null ? 'nothing' : typeof value);

/**
 * Whether `value` may stand where a form now holds `blank`: of the same kind, or one that the schema takes. Emptied
 * fields hold nothing, and half-typed ones need not be valid.
 */
function fits(schema: z.ZodMiniType | undefined, blank: unknown, value: unknown): boolean {
  if (kindOf(value) === kindOf(blank)) return true;
  if (value === null) return kindOf(blank) === 'number';
  return schema !== undefined && z.safeParse(schema, value).success;
}

function itemSchema(schema: z.ZodMiniType | undefined): z.ZodMiniObject | undefined {
  if (schema instanceof z.ZodMiniDefault) return itemSchema(schema.def.innerType as z.ZodMiniType);
  const item = schema instanceof z.ZodMiniArray ? schema.def.element : undefined;
  return item instanceof z.ZodMiniObject ? item : undefined;
}

/**
 * A draft's values as today's form can take them, after its fields may have changed: unknown ones are dropped, missing
 * ones and those of another kind are as in `blank`.
 */
export function adoptValues(schema: z.ZodMiniObject, blank: Values, values: Values): Values {
  const shape = schema.shape as Record<string, z.ZodMiniType>;
  const adopted = Object.keys(shape).map((name): [string, unknown] => {
    const value = values[name];
    if (!(name in values) || !fits(shape[name], blank[name], value)) return [name, blank[name]];
    const item = itemSchema(shape[name]);
    if (!item || !Array.isArray(value)) return [name, value];
    const rows = value.filter((row): row is Values => kindOf(row) === 'object');
    return [name, rows.map((row) => adoptValues(item, blankValues(item), row))];
  });
  return Object.fromEntries(adopted);
}
