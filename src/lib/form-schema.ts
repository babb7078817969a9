import * as z from 'zod/mini';

type Values = Record<string, unknown>;

function child(schema: z.ZodMiniType, key: string): z.ZodMiniType | undefined {
  if (schema instanceof z.ZodMiniDefault) return child(schema.def.innerType as z.ZodMiniType, key);
  if (schema instanceof z.ZodMiniArray) return schema.def.element as z.ZodMiniType;
  return schema instanceof z.ZodMiniObject
    ? (schema.shape as Record<string, z.ZodMiniType>)[key]
    : undefined;
}

/**
 * True if the field at a dotted path (`bankAccounts.0.bank`) is required: its schema accepts
 * neither empty text nor null.
 */
export function isRequired(schema: z.ZodMiniObject, path: string): boolean {
  const field = path
    .split('.')
    .reduce<z.ZodMiniType | undefined>((at, key) => at && child(at, key), schema);
  return field !== undefined && !field.safeParse('').success && !field.safeParse(null).success;
}

/** The values of an empty form: the schema's defaults, and empty text where it has none. */
export function blankValues<Schema extends z.ZodMiniObject>(schema: Schema): z.output<Schema> {
  const blank = Object.entries(schema.shape).map(([name, field]): [string, unknown] => {
    const byDefault = z.safeParse(field, undefined);
    return [name, byDefault.success ? byDefault.data : ''];
  });
  return Object.fromEntries(blank) as z.output<Schema>;
}

/** The fields of a saved record that its form may change. */
export function editableValues<Schema extends z.ZodMiniObject>(
  schema: Schema,
  row: z.output<Schema>,
): z.output<Schema> {
  const names = Object.keys(schema.shape);
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => names.includes(name)),
  ) as z.output<Schema>;
}

const kindOf = (value: unknown) =>
  Array.isArray(value) ? 'list' : value === null ? 'nothing' : typeof value;

/**
 * True if `value` may replace `blank` in a form: it has the same type, or the schema accepts it.
 * Emptied fields are null, and half-typed ones need not be valid.
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
 * Fits a draft's values to today's form, whose fields may have changed since: drops unknown fields,
 * and takes missing ones and those of another type from `blank`.
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
