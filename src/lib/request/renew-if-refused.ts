import { ApiError } from './api.ts';

/**
 * Runs a write. After a refusal it first fetches anew what the screen showed, because the next try
 * with the same sums, rates or version would be refused again.
 */
export async function renewIfRefused<Row>(
  write: () => Promise<Row>,
  renew: () => Promise<unknown>,
): Promise<Row> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof ApiError) await renew();
    throw error;
  }
}
