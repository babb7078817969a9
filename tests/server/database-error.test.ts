import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { expect, it } from 'vitest';
import { apiErrorOfDatabase } from '#server/lib/database-error.ts';

function failure(code: string, more: object = {}): DrizzleQueryError {
  const cause = Object.assign(new pg.DatabaseError('failed', 0, 'error'), { code, ...more });
  return new DrizzleQueryError('insert', [], cause);
}

it.each([
  ['a full disk', failure('53100'), 'diskFull'],
  ['a database that takes no changes', failure('25006'), 'readOnly'],
  ['a database that shuts down', failure('57P01'), 'unavailable'],
  ['too many connections', failure('53300'), 'unavailable'],
  ['a refused connection', Object.assign(new Error(''), { code: 'ECONNREFUSED' }), 'unavailable'],
  ['a lost connection', new Error('Connection terminated unexpectedly'), 'unavailable'],
  [
    'a taken value',
    failure('23505', { table: 'branches', constraint: 'branches_code_unique' }),
    'fieldsInvalid',
  ],
])('%s is told to the client', (_name, error, code) => {
  expect(apiErrorOfDatabase(error)).toMatchObject({ code });
});

it('names the field of a taken value as the contract does', () => {
  const error = failure('23505', { table: 'teachers', constraint: 'teachers_tax_number_unique' });
  expect(apiErrorOfDatabase(error)?.details.fields).toEqual({ taxNumber: 'taken' });
});

it('any other error is a server error', () => {
  expect(apiErrorOfDatabase(failure('42703'))).toBeUndefined();
  expect(apiErrorOfDatabase(new Error('something else'))).toBeUndefined();
  expect(apiErrorOfDatabase(undefined)).toBeUndefined();
});
