import { useQuery } from '@tanstack/react-query';
import type { StoredFile } from '#contract/files.ts';
import { api } from './api.ts';
import type { SaveResult } from './save.ts';
import { saveOnce, settling } from './settle-write.ts';

function dataUrl(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(new Error('The picture could not be read'));
    reader.readAsDataURL(picture);
  });
}

/** Sends a picture to be kept in the database; a photo is for the people of the branch `photoOf`. */
export function storePicture(picture: Blob, photoOf?: string): Promise<SaveResult<StoredFile>> {
  const path = photoOf === undefined ? '/files' : `/files?for=photo&branchId=${photoOf}`;
  return saveOnce((key) => api.post<StoredFile>(path, picture, settling(key)));
}

/** What an `<img>` can show for a stored picture; its plain address would come without the session's rights. */
export function usePicture(fileId: string | null): { source: string | undefined; failed: boolean } {
  const { data, isError } = useQuery({
    queryKey: ['files', fileId],
    queryFn: async ({ signal }) => dataUrl(await api.picture(fileId ?? '', { signal, quiet: true })),
    enabled: fileId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { source: data, failed: isError };
}
