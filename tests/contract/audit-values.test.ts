import { expect, it } from 'vitest';
import { continuingAnswers } from '#contract/classes/continuing-words.ts';
import { approvedAct } from '#contract/centre/approvals.ts';
import { priorities } from '#contract/centre/announcements.ts';
import { secondFactorRules } from '#contract/centre/second-factor.ts';
import { writtenPaidOutKinds } from '#contract/orders/payments.ts';
import { roles } from '#contract/roles.ts';
import { auditText } from '#contract/words/audit-text.ts';
import { auditFields, isSilent } from '#contract/words/audit/fields.ts';

const lao = (field: string, value: unknown) =>
  auditText(field, value, {}, { language: 'lo', names: {} });

it.each([
  ['role', roles],
  ['roles', roles],
  ['priority', priorities],
  ['paidOutKind', writtenPaidOutKinds],
  ['secondFactorFor', secondFactorRules],
  ['answer', continuingAnswers],
] as const)('says the choices of %s in Lao', (field, choices) => {
  for (const one of choices) expect(lao(field, one), one).toMatch(/^[^a-z]+$/i);
  expect(lao(field, [...choices])).not.toMatch(/[a-z]/i);
});

it('leaves the answer that a person typed as it is', () => {
  expect(lao('answer', 'Asked-by phone')).toBe('Asked-by phone');
});

type Def = Record<string, unknown>;
type Visit = (field: string, choices: readonly string[]) => void;

/** Visits every field of a schema, however deep it stands, with the texts that it chooses from. */
function eachField(schema: unknown, field: string, visit: Visit, within: unknown[] = []): void {
  const def = (schema as { _zod?: { def: Def } } | null | undefined)?._zod?.def;
  if (!def || within.includes(schema)) return;
  const below = [...within, schema];
  const choices = Object.values((def['entries'] ?? def['values'] ?? {}) as Def);
  visit(
    field,
    choices.filter((one) => typeof one === 'string'),
  );
  for (const [name, one] of Object.entries((def['shape'] ?? {}) as Def))
    eachField(one, name, visit, below);
  for (const part of ['innerType', 'element', 'in', 'out', 'valueType'])
    eachField(def[part], field, visit, below);
  for (const one of (def['options'] ?? []) as unknown[]) eachField(one, field, visit, below);
}

/** Of sheets that are read, and of the protocol of passkeys. */
const notRecorded = new Set(['movingSheetInput', 'passkeyInput']);
/**
 * Choices of a request that no record keeps, among them the discount that a clerk chooses, and
 * rights, which have the words of their page.
 */
const notKept = /^(adds|removes|as|change|settlement): |^kind: (best|rule|byHand)$/;
/** They are the same in both languages. */
const sameWord = /^(A5|Facebook|WhatsApp|Excel|CSV|QR .*|LAK|THB|USD|CNY|VND)$/;
it('says every choice that a form or a signature can write in Lao', () => {
  const modules = import.meta.glob<Record<string, unknown>>('/contract/**/*.ts', { eager: true });
  const found = new Map<string, Set<string>>();
  const keep: Visit = (field, choices) =>
    choices.length > 0 && found.set(field, new Set([...(found.get(field) ?? []), ...choices]));
  for (const exported of Object.values(modules))
    for (const [name, value] of Object.entries(exported)) {
      if (notRecorded.has(name)) continue;
      if (/Input$|^approvedAct$/.test(name)) eachField(value, name, keep);
      const { row, input } = (value ?? {}) as Def;
      if (row) eachField(input, name, keep);
    }
  expect(found.size).toBeGreaterThan(40);
  const english = [...found]
    .filter(([field]) => !isSilent(field))
    .flatMap(([field, values]) => [...values].map((value) => [field, value] as const))
    .filter(([field, value]) => !notKept.test(`${field}: ${value}`))
    .map(([field, value]) => [`${field}: ${value}`, lao(field, value)] as const)
    .filter(([, text]) => /[a-z]/i.test(text) && !sameWord.test(text));
  expect(english).toEqual([]);
});

it('names every figure of a signature', () => {
  const names = new Set<string>();
  eachField(approvedAct, 'kind', (field) => names.add(field));
  expect(names.size).toBeGreaterThan(20);
  expect([...names].filter((name) => !(name in auditFields) && !isSilent(name))).toEqual([]);
});
