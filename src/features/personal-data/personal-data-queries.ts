import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ErasureList, PersonalData, PersonKind } from '#contract/people/personal-data.ts';
import { saveFile } from '#src/lib/browser/save-file.ts';
import { api } from '#src/lib/request/api.ts';
import { showFailure } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';

export type Person = { kind: PersonKind; id: string };
/** Names of people who ask to be forgotten are not kept on the device. */
const unkept = { meta: { persist: false } };
const pathOf = ({ kind, id }: Person) => `/personal-data/${kind}/${id}`;

export const usePersonalData = (person: Person) =>
  useQuery({
    queryKey: ['personal-data', person.kind, person.id],
    queryFn: ({ signal }) => api.get<PersonalData>(pathOf(person), { signal, quiet: true }),
    ...unkept,
  });

export const useErasures = () =>
  useQuery({
    queryKey: ['personal-data', 'list'],
    queryFn: ({ signal }) => api.get<ErasureList>('/erasures', { signal, quiet: true }),
    ...unkept,
  });

/** Reads everything of these screens anew. */
export function useReadAgain() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['personal-data'] });
}

export const sendErasureRequest = (person: Person, body: { reason: string }, key: string) =>
  api.post(`${pathOf(person)}/erasure`, body, { ...withIdempotency(key), quiet: true });

/** Confirms or withdraws; a refusal is said. */
export async function stepErasure(person: Person, step: 'confirm' | 'withdraw'): Promise<boolean> {
  const result = await saveOnce((key) =>
    api.post(`${pathOf(person)}/erasure/${step}`, {}, { ...withIdempotency(key), quiet: true }),
  );
  if (result.outcome !== 'saved') showFailure(result);
  return result.outcome === 'saved';
}

/** The archive; the request itself reports its failure. */
export async function saveExport(person: Person, code: string, language: string): Promise<void> {
  const read = (response: Response) => response.blob();
  const path = `${pathOf(person)}/export`;
  const file = await api
    .send('GET', path, { query: { language: language === 'lo' ? 'lo' : 'en' } }, read)
    .catch(() => undefined);
  if (file) saveFile(file, `${code}.zip`);
}
