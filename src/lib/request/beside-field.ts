import { ApiError } from './api.ts';

/**
 * Sends, and answers the refusal `code` as an objection to `field`, so that a form shows it beside
 * that field. Most refusals name no field; this one is about what was chosen or typed there.
 */
export async function besideField<Row>(
  { field, code }: { field: string; code: string },
  send: () => Promise<Row>,
): Promise<Row> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError) || error.body.code !== code) throw error;
    throw new ApiError(error.status, { ...error.body, fields: { [field]: error.message } });
  }
}
