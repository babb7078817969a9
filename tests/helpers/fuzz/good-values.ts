import { randomUUID } from 'node:crypto';
import { addDays, dayInLaos } from '#contract/dates.ts';
import type { Chance } from '#server/seed/chance.ts';
import type { JsonSchema } from './api-document.ts';

/** Gives an id of the list at a path, or none. */
export type IdsFrom = (path: string) => string | undefined;

export type Maker = {
  chance: Chance;
  idsFrom: IdsFrom;
  /** Percent of the optional fields that are filled in; 0 makes the plainest value. */
  optional: number;
};

function text({ minLength = 0, maxLength = 200, pattern, format }: JsonSchema): string {
  if (format === 'date') return dayInLaos();
  if (format === 'date-time') return new Date().toISOString();
  if (format === 'email') return 'somphone@example.com';
  if (format === 'uri') return 'https://example.com';
  if (pattern?.startsWith('^([01]\\d|2[0-3]):[0-5]\\d')) return '17:00';
  if (pattern?.startsWith('^[0-9a-f-]{36}')) return randomUUID();
  return 'Fuzz'.padEnd(minLength, 'x').slice(0, maxLength);
}

const isObject = (value: JsonSchema) => value.type === 'object' && value.properties !== undefined;

/** A value that the schema accepts, of the field with this name. */
export function goodValue(schema: JsonSchema, maker: Maker): unknown {
  const { chance, idsFrom, optional } = maker;
  if (schema.const !== undefined) return schema.const;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const real = choices.filter(({ type, enum: words }) => type !== 'null' && words?.[0] !== '');
    return goodValue((optional === 0 ? real[0] : chance.pick(real)) ?? {}, maker);
  }
  const example = schema.examples?.[0];
  if (example !== undefined && (optional === 0 || chance.percent(70))) return example;
  if (schema.enum) return optional === 0 ? schema.enum[0] : chance.pick(schema.enum);
  if (schema.format === 'uuid') {
    const source = schema['x-ids-from'];
    return (source === undefined ? undefined : idsFrom(source)) ?? randomUUID();
  }
  const { minimum = 0, exclusiveMinimum, maximum = 1000 } = schema;
  switch (schema.type) {
    case 'boolean':
      return optional === 0 ? false : chance.percent(50);
    case 'integer':
    case 'number': {
      const least = Math.max(minimum, exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1);
      return Math.min(optional === 0 ? Math.max(least, 1) : least + chance.below(50), maximum);
    }
    case 'array': {
      const least = schema.minItems ?? 0;
      const count = optional === 0 ? least : Math.max(least, chance.below(3));
      return Array.from({ length: count }, () => goodValue(schema.items ?? {}, maker));
    }
    case 'object':
      return goodObject(schema, maker);
    default:
      return text(schema);
  }
}

function goodObject(schema: JsonSchema, maker: Maker): Record<string, unknown> {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).filter(
    ([name, part]) =>
      required.includes(name) || part['x-needed'] || maker.chance.percent(maker.optional),
  );
  return Object.fromEntries(fields.map(([name, part]) => [name, goodValue(part, maker)]));
}

/** The fields of a record that a body of this schema has, for a PUT of what was read. */
export function fitting(schema: JsonSchema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => fitting(schema.items ?? {}, one));
  if (!isObject(schema) || typeof value !== 'object' || value === null) return value;
  const record = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name]) => record[name] !== undefined)
      .map(([name, part]) => [name, fitting(part, record[name])]),
  );
}

/** A day from today on. */
export const soon = (days: number) => addDays(dayInLaos(), days);
