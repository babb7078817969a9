import type { FilePurpose, StoredFile } from '#contract/centre/files.ts';
import { drawDemoLogo } from '#server/seed/demo-logo.ts';
import { done } from './class-data.ts';
import type { Client } from './test-server.ts';

export const png = drawDemoLogo().content;

/** Uploads a picture, and gives its id. */
export async function uploaded(
  client: Client,
  purpose: FilePurpose,
  branchId?: string,
): Promise<string> {
  const query = `for=${purpose}${branchId === undefined ? '' : `&branchId=${branchId}`}`;
  const answer = await client.send('POST', `/files?${query}`, {
    payload: png,
    headers: { 'content-type': 'image/png' },
  });
  return done<StoredFile>(answer)._id;
}
