import { expect, test } from 'vitest';
import {
  ApiError,
  CancelledError,
  NetworkError,
  OfflineError,
  SessionError,
} from '#src/lib/request/api.ts';
import { attemptSave } from '#src/lib/request/save.ts';

const conflict = new ApiError(409, { error: 'Changed', code: 'versionConflict' });
const failing = (error: Error) => () => Promise.reject(error);

test('the saved row is the one the server answered', async () => {
  expect(await attemptSave(() => Promise.resolve('row'))).toEqual({ outcome: 'saved', row: 'row' });
});

test.each([
  [new OfflineError(), { outcome: 'offline' }],
  [new NetworkError(), { outcome: 'unknown' }],
  [new CancelledError(), { outcome: 'unknown' }],
  [new SessionError(), { outcome: 'dropped' }],
  [
    new ApiError(400, { error: 'Look', fields: { phone: 'Check this entry' } }),
    { outcome: 'invalid', fields: { phone: 'Check this entry' } },
  ],
  [
    new ApiError(403, { error: 'No right' }),
    { outcome: 'refused', reason: 'No right', status: 403 },
  ],
  [new ApiError(500, { error: 'Broken' }), { outcome: 'refused', reason: 'Broken', status: 500 }],
])('%o', async (error, result) => expect(await attemptSave(failing(error))).toEqual(result));

test('a conflict brings the version that is saved now', async () => {
  expect(await attemptSave(failing(conflict), () => Promise.resolve('theirs'))).toEqual({
    outcome: 'conflict',
    theirs: 'theirs',
  });
});

test('a conflict whose other version cannot be fetched reports that failure', async () => {
  expect(await attemptSave(failing(conflict), failing(new OfflineError()))).toEqual({
    outcome: 'offline',
  });
});

test('a conflict in something that has no other side is a refusal', async () => {
  expect(await attemptSave(failing(conflict))).toEqual({
    outcome: 'refused',
    reason: 'Changed',
    status: 409,
  });
});

test('a fault of our own is not hidden', async () => {
  await expect(attemptSave(failing(new TypeError('ours')))).rejects.toThrow('ours');
});
