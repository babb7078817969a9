import { expect, it } from 'vitest';
import { helpFor } from '#src/app/shell/help/help-pages.ts';
import { paths } from '#src/lib/paths.ts';

it('leads to the help of a view that has one, else to that of its screen', () => {
  const help = (pathname: string, search = '') => helpFor({ pathname, search });
  expect(help(paths.paymentHistory)).toBe('help/payment-history');
  expect(help(paths.paymentHistory, '?view=safe')).toBe('help/safe');
  expect(help(paths.paymentHistory, '?view=figures')).toBe('help/payment-history');
  expect(help(paths.newEnrollment, '?view=drawer&step=count')).toBe('help/drawer');
  expect(help(paths.addOrder, '?view=drawer')).toBe('help/drawer');
  expect(help(paths.terms, '?view=answers&id=1')).toBe('help/answers');
  expect(help('/nowhere', '?view=safe')).toBe('help/overview');
});
