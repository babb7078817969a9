import { useQuery } from '@tanstack/react-query';
import type { StoredFile } from '#contract/files.ts';
import { api } from '#src/lib/request/api.ts';
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
export type PictureOf = { photoOf: string } | 'slip';

const queryOf = (of: PictureOf | undefined) =>
  of === undefined ? '' : of === 'slip' ? '?for=slip' : `?for=photo&branchId=${of.photoOf}`;

/** Sends a picture to the database. */
export function storePicture(picture: Blob, of?: PictureOf): Promise<SaveResult<StoredFile>> {
  return saveOnce((key) =>
    api.post<StoredFile>(`/files${queryOf(of)}`, picture, withIdempotency(key)),
  );
}

/**
 * A source that an `<img>` can show for a stored picture; its plain address would lack the
 * session's authorisation.
 */
export function usePicture(fileId: string | null): { source: string | undefined; failed: boolean } {
  const { data, isError } = useQuery({
    queryKey: ['files', fileId],
    queryFn: async ({ signal }) =>
      dataUrl(await api.picture(fileId ?? '', { signal, quiet: true })),
    enabled: fileId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { source: data, failed: isError };
}
