import * as z from 'zod/mini';

function child(schema: z.ZodMiniType, key: string): z.ZodMiniType | undefined {
  if (schema instanceof z.ZodMiniDefault) return child(schema.def.innerType as z.ZodMiniType, key);
  if (schema instanceof z.ZodMiniArray) return schema.def.element as z.ZodMiniType;
  return schema instanceof z.ZodMiniObject ? (schema.shape as Record<string, z.ZodMiniType>)[key] : undefined;
}

/** Whether the field at a dotted path (`bankAccounts.0.bank`) must be filled in: it takes neither empty text nor nothing. */
export function isRequired(schema: z.ZodMiniObject, path: string): boolean {
  const field = path.split('.').reduce<z.ZodMiniType | undefined>((at, key) => at && child(at, key), schema);
  return field !== undefined && !field.safeParse('').success && !field.safeParse(null).success;
}

/** What an empty form holds: the schema's defaults, and empty text where it has none. */
export function blankValues<Schema extends z.ZodMiniObject>(schema: Schema): z.output<Schema> {
  const blank = Object.entries(schema.shape).map(([name, field]): [string, unknown] => {
    const byDefault = z.safeParse(field, undefined);
    return [name, byDefault.success ? byDefault.data : ''];
  });
  return Object.fromEntries(blank) as z.output<Schema>;
}

/** The part of a saved record that its form may change. */
export function editableValues<Schema extends z.ZodMiniObject>(schema: Schema, row: z.output<Schema>): z.output<Schema> {
  const names = Object.keys(schema.shape);
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name))) as z.output<Schema>;
}
