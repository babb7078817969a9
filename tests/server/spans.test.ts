import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldErrorText, type FieldError } from '#contract/field-errors.ts';
import { languages } from '#contract/language.ts';
import { addTerm, classIn, partsOf, type TestTerm } from '#tests/helpers/class-data.ts';
import {
  startTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let term: TestTerm;
let parts: Awaited<ReturnType<typeof partsOf>>;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  [term, parts] = await Promise.all([addTerm(server.db), partsOf(server.db)]);
});
afterAll(() => server.close());

const slots = '1/17:00/18:30';
const plan = (from: string, to: string) =>
  owner.get(`/classes/plan?termId=${term._id}&from=${from}&to=${to}&slots=${slots}`);
const termOf = (startDate: string, endDate: string) =>
  owner.post('/academic-terms', {
    name: 'Long',
    code: 'LONG',
    academicYear: '2026',
    startDate,
    endDate,
  });
const classOf = (startDate: string, endDate: string) =>
  owner.post(
    '/classes',
    classIn(term, parts, { startDate, endDate, overrideReason: 'as long as it takes' }),
  );
const notTaken = (from: string, to: string) =>
  owner.get(`/attendance/not-taken?from=${from}&to=${to}`);
const meetings = (from: string, to: string) => owner.get(`/class-sessions?from=${from}&to=${to}`);

type Ask = (from: string, to: string) => Promise<Answer>;
type Case = [what: string, ask: Ask, from: string, to: string, fields: Record<string, FieldError>];

describe('a span', () => {
  it.each<Case>([
    [
      'plan from the first day to the last',
      plan,
      '0001-01-01',
      '9999-12-30',
      { from: 'yearUnlikely', to: 'yearUnlikely' },
    ],
    [
      'plan to the end of the calendar',
      plan,
      '9999-12-01',
      '9999-12-31',
      { from: 'yearUnlikely', to: 'yearUnlikely' },
    ],
    ['plan of more than two years', plan, '2026-01-01', '2028-01-02', { to: 'spanTooLong:731' }],
    [
      'term from the first day to the last',
      termOf,
      '0001-01-01',
      '9999-12-30',
      { startDate: 'yearUnlikely', endDate: 'yearUnlikely' },
    ],
    [
      'term of more than two years',
      termOf,
      '2027-03-01',
      '2029-03-01',
      { endDate: 'spanTooLong:731' },
    ],
    [
      'class of more than two years, whatever the reason',
      classOf,
      '2027-03-01',
      '2029-03-01',
      { endDate: 'spanTooLong:731' },
    ],
    [
      'list of meetings of more than 400 days',
      meetings,
      '2026-01-01',
      '2027-02-05',
      { to: 'spanTooLong:400' },
    ],
    [
      'list of what was not taken of more than 400 days',
      notTaken,
      '2025-01-01',
      '2026-02-05',
      { from: 'spanTooLong:400' },
    ],
  ])('is refused: %s', async (_what, ask, from, to, fields) => {
    const answer = await ask(from, to);
    const words = Object.fromEntries(
      Object.entries(fields).map(([field, error]) => [field, fieldErrorText(error, 'en')]),
    );
    expect([answer.statusCode, answer.json<{ fields: object }>().fields]).toEqual([400, words]);
  });

  it.each<[string, Ask, string, string]>([
    ['a plan of two years', plan, '2027-03-01', '2029-02-28'],
    ['meetings of 400 days', meetings, '2026-01-01', '2027-02-04'],
    ['what was not taken in 400 days', notTaken, '2025-01-01', '2026-02-04'],
  ])('is answered: %s', async (_what, ask, from, to) => {
    expect((await ask(from, to)).statusCode).toBe(200);
  });

  it.each(languages)('says what is wrong in %s', async (language) => {
    const answer = await owner.get(`/class-sessions?from=2020-01-01&to=2026-01-01`, {
      'accept-language': language,
    });
    expect(answer.json<{ fields: object }>().fields).toEqual({
      to: fieldErrorText('spanTooLong:400', language),
    });
  });
});

it.each(['2026-13-45', '2026-02-30', Array(367).fill('2026-12-02').join(',')])(
  'a list of days holds days, and not too many: %.12s',
  async (days) => {
    expect((await owner.get(`/academic-terms/${term._id}/sessions?days=${days}`)).statusCode).toBe(
      400,
    );
  },
);

it('the enrolments of a whole term are not asked for at once', async () => {
  expect((await owner.get(`/enrolments?termId=${term._id}`)).statusCode).toBe(400);
});
