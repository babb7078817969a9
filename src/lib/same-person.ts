import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';

export type AskedPerson = Record<string, string | undefined>;

/** Who may be the same as somebody, asked once; the page that asks says itself when no answer comes. */
export const fetchSame = <Row>(path: string, query: AskedPerson, signal?: AbortSignal) =>
  api.get<Row[]>(path, { query, quiet: true, ...(signal && { signal }) });

/** Who may be the same as somebody who is being typed in; nobody while too little is known of them. */
export function useSame<Row>(path: string, query: AskedPerson, isKnown: boolean): Row[] {
  const { data } = useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => fetchSame<Row>(path, query, signal),
    enabled: isKnown,
  });
  return (isKnown && data) || [];
}
