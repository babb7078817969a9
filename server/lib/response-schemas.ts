import type * as z from 'zod/mini';
import { apiErrorBody } from '#contract/errors.ts';

/**
 * The `response` schemas of a route: its success, and the contract's error body for every other
 * status.
 */
export function responses<const Status extends number, Body extends z.ZodMiniType>(
  status: Status,
  body: Body,
) {
  const errors = { '4xx': apiErrorBody, '5xx': apiErrorBody };
  return { [status]: body, ...errors } as Record<Status, Body> & typeof errors;
}
