import { z } from 'zod';

function child(schema: z.ZodType, key: string): z.ZodType | undefined {
  if (schema instanceof z.ZodDefault) return child(schema.unwrap() as z.ZodType, key);
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType;
  return schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>)[key] : undefined;
}

/** Whether the field at a dotted path (`bankAccounts.0.bank`) must be filled in: it takes neither empty text nor nothing. */
export function isRequired(schema: z.ZodObject, path: string): boolean {
  const field = path.split('.').reduce<z.ZodType | undefined>((at, key) => at && child(at, key), schema);
  return field !== undefined && !field.safeParse('').success && !field.safeParse(null).success;
}

/** What an empty form holds: the schema's defaults, and empty text where it has none. */
export function blankValues<Schema extends z.ZodObject>(schema: Schema): z.output<Schema> {
  const blank = Object.entries(schema.shape).map(([name, field]): [string, unknown] => {
    const byDefault = z.safeParse(field, undefined);
    return [name, byDefault.success ? byDefault.data : ''];
  });
  return Object.fromEntries(blank) as z.output<Schema>;
}

/** The part of a saved record that its form may change. */
export function editableValues<Schema extends z.ZodObject>(schema: Schema, row: z.output<Schema>): z.output<Schema> {
  const names = Object.keys(schema.shape);
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name))) as z.output<Schema>;
}
