import { useQuery } from '@tanstack/react-query';
import { api } from '#src/lib/request/api.ts';

/** The picture as an address that an `<img>` can show. */
export function dataUrl(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(new Error('The picture could not be read'));
    reader.readAsDataURL(picture);
  });
}

/** The key of a stored picture in the cache of queries. */
export const pictureKey = (fileId: string | null) => ['files', fileId];
/** The browser keeps no picture, so the page does, for as long as screens come back to it. */
const KEEP_MS = 60 * 60_000;

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
