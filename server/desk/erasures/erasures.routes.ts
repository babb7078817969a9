import { done } from '#contract/centre/auth.ts';
import {
  erasure,
  erasureInput,
  erasureList,
  personalData,
  personParams,
} from '#contract/people/personal-data.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeRoute } from '#server/lib/write.ts';
import { askForErasure, confirmErasure, withdrawErasure } from './erasures.service.ts';
import { hindrancesOf } from './hindrances.ts';
import { erasureOf, readErasures } from './read-erasures.ts';
import { findSubject } from './subjects.ts';

const reading = { action: 'personal-data:read' } as const;
const path = '/personal-data/:kind/:id';

/** Requests to erase a person, docs/domain.md, "A person's data". The tidy job erases. */
export function erasureRoutes(api: Api, { db }: Services): void {
  const list = { response: responses(200, erasureList) };
  api.get('/erasures', { config: reading, schema: list }, (request) =>
    readErasures(db, currentUser(request)),
  );
  const one = { params: personParams, response: responses(200, personalData) };
  api.get(path, { config: reading, schema: one }, async (request) => {
    const user = currentUser(request);
    const subject = await findSubject(db, user, request.params);
    return {
      name: subject.name,
      code: subject.code,
      hindrances: await hindrancesOf(db, request.params.kind, subject, user._id),
      erasure: await erasureOf(db, user, subject.id),
    };
  });
  writeRoute(api, db, {
    action: 'personal-data:write',
    method: 'POST',
    path: `${path}/erasure`,
    params: personParams,
    body: erasureInput,
    status: 201,
    answer: erasure,
    work: (writer, request) => askForErasure(writer, request.params, request.body.reason),
  });
  writeRoute(api, db, {
    action: 'erasures:confirm',
    method: 'POST',
    path: `${path}/erasure/confirm`,
    params: personParams,
    status: 200,
    answer: erasure,
    work: (writer, request) => confirmErasure(writer, request.params),
  });
  writeRoute(api, db, {
    action: 'personal-data:write',
    method: 'POST',
    path: `${path}/erasure/withdraw`,
    params: personParams,
    status: 200,
    answer: done,
    work: (writer, request) => withdrawErasure(writer, request.params),
  });
}
