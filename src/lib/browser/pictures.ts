import { useQuery } from '@tanstack/react-query';
import type { StoredFile } from '#contract/centre/files.ts';
import { api } from '#src/lib/request/api.ts';
import { queryClient } from '#src/lib/request/query-client.ts';
import { saveOnce, type SaveResult, withIdempotency } from '#src/lib/request/save.ts';

function dataUrl(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(new Error('The picture could not be read'));
    reader.readAsDataURL(picture);
  });
}

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

const pictureKey = (fileId: string | null) => ['files', fileId];
/** The browser keeps no picture, so the page does, for as long as screens come back to it. */
const KEEP_MS = 60 * 60_000;

/** Sends a picture to the database; this page shows its own copy and does not fetch it again. */
export async function storePicture(picture: Blob, of?: PictureOf): Promise<SaveResult<StoredFile>> {
  const source = await dataUrl(picture);
  const result = await saveOnce((key) =>
    api.post<StoredFile>('/files', picture, { query: queryOf(of), ...withIdempotency(key) }),
  );
  if (result.outcome === 'saved') queryClient.setQueryData(pictureKey(result.row._id), source);
  return result;
}

/**
 * A source that an `<img>` can show for a stored picture; its plain address would lack the
 * session's authorisation. The content of an id never changes, so what is here is never fetched
 * again, whatever else is out of date.
 */
export function usePicture(fileId: string | null): { source: string | undefined; failed: boolean } {
  const { data, isError } = useQuery({
    queryKey: pictureKey(fileId),
    queryFn: async ({ signal }) =>
      dataUrl(await api.picture(fileId ?? '', { signal, quiet: true })),
    enabled: fileId !== null,
    staleTime: ({ state }) => (state.data === undefined ? 0 : 'static'),
    gcTime: KEEP_MS,
  });
  return { source: data, failed: isError };
}
