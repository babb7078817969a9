import { expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '#src/lib/request/api.ts';
import { renewIfRefused } from '#src/lib/request/renew-if-refused.ts';

const refusal = new ApiError(409, { error: 'Prices have changed', code: 'totalChanged' });

test('fetches anew before it reports a refusal', async () => {
  const told: string[] = [];
  const write = renewIfRefused(
    () => Promise.reject(refusal),
    async () => {
      await Promise.resolve();
      told.push('renewed');
    },
  ).catch((error: unknown) => {
    told.push(String(error === refusal));
  });
  await write;
  expect(told).toEqual(['renewed', 'true']);
});

test('fetches nothing after a success, or while no answer came', async () => {
  const renew = vi.fn(() => Promise.resolve());
  expect(await renewIfRefused(() => Promise.resolve('saved'), renew)).toBe('saved');
  const lost = new NetworkError('No answer');
  await expect(renewIfRefused(() => Promise.reject(lost), renew)).rejects.toBe(lost);
  expect(renew).not.toHaveBeenCalled();
});
