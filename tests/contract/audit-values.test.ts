import { expect, it } from 'vitest';
import { priorities } from '#contract/centre/announcements.ts';
import { secondFactorRules } from '#contract/centre/second-factor.ts';
import { writtenPaidOutKinds } from '#contract/orders/payments.ts';
import { roles } from '#contract/roles.ts';
import { auditText } from '#contract/words/audit-text.ts';

const lao = (field: string, value: unknown) =>
  auditText(field, value, {}, { language: 'lo', names: {} });

it.each([
  ['role', roles],
  ['roles', roles],
  ['priority', priorities],
  ['paidOutKind', writtenPaidOutKinds],
  ['secondFactorFor', secondFactorRules],
] as const)('says the choices of %s in Lao', (field, choices) => {
  for (const one of choices) expect(lao(field, one), one).toMatch(/^[^a-z]+$/i);
  expect(lao(field, [...choices])).not.toMatch(/[a-z]/i);
});
