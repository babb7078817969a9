import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import {
  childOfParent,
  parentDuplicate,
  parentDuplicatesQuery,
  parentRecord,
  parentReplace,
  parentSave,
} from '#contract/people/parents.ts';
import { archiveInput, personNoteInput, timelineEntry } from '#contract/people/people.ts';
import { toE164 } from '#contract/people/phone.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { timelineOf } from '#server/lib/timeline.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { writeRoute } from '#server/lib/write.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { addNote } from '#server/lib/person-notes.ts';
import {
  archiveParent,
  readChildren,
  createParent,
  readParent,
  replaceParent,
  sameParents,
} from './parent-records.service.ts';

const entity = 'parents';
const reading = { action: 'parents:read' } as const;
const params = z.object({ id });

/** The routes of one parent's record; the list has its own. */
export function parentRecordRoutes(api: Api, services: Services): void {
  readingRoutes(api, services);
  savingRoutes(api, services);
  archivingRoute(api, services);
  noteRoute(api, services);
}

function readingRoutes(api: Api, { db }: Services): void {
  const duplicates = {
    querystring: parentDuplicatesQuery,
    response: responses(200, z.array(parentDuplicate)),
  };
  api.get('/parents/duplicates', { config: reading, schema: duplicates }, (request) => {
    const { exceptId, phone, ...named } = request.query;
    return sameParents(
      db,
      currentUser(request),
      { ...named, phone: toE164(phone) ?? '' },
      exceptId,
    );
  });

  const single = { params, response: responses(200, parentRecord) };
  api.get('/parents/:id', { config: reading, schema: single }, (request) =>
    readParent(db, currentUser(request), request.params.id),
  );

  const children = { params, response: responses(200, z.array(childOfParent)) };
  api.get('/parents/:id/children', { config: reading, schema: children }, async (request) => {
    const { _id } = await readParent(db, currentUser(request), request.params.id);
    return readChildren(db, currentUser(request), _id);
  });

  const timeline = { params, response: responses(200, z.array(timelineEntry)) };
  api.get('/parents/:id/timeline', { config: reading, schema: timeline }, async (request) => {
    const { _id } = await readParent(db, currentUser(request), request.params.id);
    return timelineOf(db, entity, _id);
  });
}

function savingRoutes(api: Api, { db }: Services): void {
  writeRoute(api, db, {
    method: 'POST',
    path: '/parents',
    action: 'parents:write',
    body: parentSave,
    status: 201,
    answer: parentRecord,
    work: async ({ tx, user }, request) => {
      const answer = await createParent(tx, user, request.body);
      return { answer, audit: { action: 'create', entity, entityId: answer._id, after: answer } };
    },
  });
  writeRoute(api, db, {
    method: 'PUT',
    path: '/parents/:id',
    action: 'parents:write',
    params,
    body: parentReplace,
    status: 200,
    answer: parentRecord,
    work: async ({ tx, user }, request) => {
      const { before, after } = await replaceParent(tx, user, request.params.id, request.body);
      return {
        answer: after,
        audit: { action: 'update', entity, entityId: after._id, before, after },
      };
    },
  });
}

function archivingRoute(api: Api, { db }: Services): void {
  writeRoute(api, db, {
    method: 'POST',
    path: '/parents/:id/archive',
    action: 'parents:write',
    params,
    body: archiveInput,
    status: 200,
    answer: parentRecord,
    work: async ({ tx, user }, request) => {
      const { archived, reason } = request.body;
      const answer = await archiveParent(tx, user, request.params.id, request.body);
      const [before, after] = [{ archived: !archived }, { archived, reason }];
      return {
        answer,
        audit: {
          action: archived ? 'archive' : 'restore',
          entity,
          entityId: answer._id,
          branchId: answer.branchId,
          before,
          after,
        },
      };
    },
  });
}

function noteRoute(api: Api, { db }: Services): void {
  writeRoute(api, db, {
    method: 'POST',
    path: '/parents/:id/notes',
    action: 'parents:write',
    params,
    body: personNoteInput,
    status: 200,
    answer: parentRecord,
    work: async ({ tx, user }, request) => {
      const { _id, mergedIntoId } = await readParent(tx, user, request.params.id);
      if (mergedIntoId !== null) throw new ApiError('alreadyMerged');
      const changed = await addNote(tx, parentTable, _id, request.body.text);
      const answer = await readParent(tx, user, _id);
      return { answer, audit: { action: 'update', entity, entityId: _id, ...changed } };
    },
  });
}
