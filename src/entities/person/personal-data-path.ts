import type { PersonKind } from '#contract/people/personal-data.ts';
import { paths } from '#src/lib/paths.ts';

/** The address of one person's data, or of all requests. */
export const personalDataPath = (person?: { kind: PersonKind; id: string }): string =>
  `${paths.schoolInfo}?${new URLSearchParams({
    view: 'personal-data',
    ...(person && { kind: person.kind, id: person.id }),
  }).toString()}`;
