import type { StoredFile } from '#contract/centre/files.ts';
import { api } from '#src/lib/request/api.ts';
import { queryClient } from '#src/lib/request/query-client.ts';
import { saveOnce, type SaveResult, withIdempotency } from '#src/lib/request/save.ts';
import { dataUrl, pictureKey } from './pictures.ts';

/**
 * The owner of a picture. Without one it is the centre's; a photo is for the people of a branch, a
 * slip for those who see its payments.
 */
export type PictureOf = { photoOf: string } | { slipOf: string };

function queryOf(of: PictureOf | undefined) {
  if (of === undefined) return {};
  return 'slipOf' in of
    ? { for: 'slip', branchId: of.slipOf }
    : { for: 'photo', branchId: of.photoOf };
}

/** Sends a picture to the database; this page shows its own copy and does not fetch it again. */
export async function storePicture(picture: Blob, of?: PictureOf): Promise<SaveResult<StoredFile>> {
  const source = await dataUrl(picture);
  const result = await saveOnce((key) =>
    api.post<StoredFile>('/files', picture, { query: queryOf(of), ...withIdempotency(key) }),
  );
  if (result.outcome === 'saved') queryClient.setQueryData(pictureKey(result.row._id), source);
  return result;
}
