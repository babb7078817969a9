import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { archiveInput, personNoteInput, timelineEntry } from '#contract/people/people.ts';
import { toE164 } from '#contract/people/phone.ts';
import {
  studentDuplicate,
  studentDuplicatesQuery,
  studentRecord,
  studentReplace,
  studentSave,
  type StudentRecord,
} from '#contract/people/students.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { timelineOf } from '#server/lib/timeline.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { writeRoute } from '#server/lib/write.ts';
import {
  createStudent,
  readStudent,
  replaceStudent,
  sameStudents,
} from './student-records.service.ts';
import { addNote } from '#server/lib/person-notes.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { archiveStudent } from './student-statuses.service.ts';

const entity = 'students';
const reading = { action: 'students:read' } as const;
const params = z.object({ id });

/** The audited fields, without siblings, which follow from other records. */
const audited = ({ siblings: _siblings, ...record }: StudentRecord): Record<string, unknown> =>
  record;

/** The routes of one student's record; the list has its own. */
export function studentRecordRoutes(api: Api, services: Services): void {
  readingRoutes(api, services);
  savingRoutes(api, services);
  archivingRoute(api, services);
  noteRoute(api, services);
}

function readingRoutes(api: Api, { db }: Services): void {
  const duplicates = {
    querystring: studentDuplicatesQuery,
    response: responses(200, z.array(studentDuplicate)),
  };
  api.get('/students/duplicates', { config: reading, schema: duplicates }, (request) => {
    const { exceptId, parentId, phone, dateOfBirth = null, ...named } = request.query;
    return sameStudents(
      db,
      currentUser(request),
      { ...named, dateOfBirth, phone: toE164(phone) ?? '' },
      { parentIds: parentId === undefined ? [] : [parentId], exceptId },
    );
  });

  const single = { params, response: responses(200, studentRecord) };
  api.get('/students/:id', { config: reading, schema: single }, (request) =>
    readStudent(db, currentUser(request), request.params.id),
  );

  const timeline = { params, response: responses(200, z.array(timelineEntry)) };
  api.get('/students/:id/timeline', { config: reading, schema: timeline }, async (request) => {
    const { _id } = await readStudent(db, currentUser(request), request.params.id);
    return timelineOf(db, entity, _id);
  });
}

function savingRoutes(api: Api, { db }: Services): void {
  writeRoute(api, db, {
    method: 'POST',
    path: '/students',
    action: 'students:write',
    body: studentSave,
    status: 201,
    answer: studentRecord,
    work: async (writer, request) => {
      const answer = await createStudent(writer, request.body);
      return {
        answer,
        audit: { action: 'create', entity, entityId: answer._id, after: audited(answer) },
      };
    },
  });
  writeRoute(api, db, {
    method: 'PUT',
    path: '/students/:id',
    action: 'students:write',
    params,
    body: studentReplace,
    status: 200,
    answer: studentRecord,
    work: async (writer, request) => {
      const { before, after } = await replaceStudent(writer, request.params.id, request.body);
      const audit = {
        action: 'update',
        entity,
        entityId: after._id,
        before: audited(before),
        after: audited(after),
      };
      return { answer: after, audit };
    },
  });
}

function archivingRoute(api: Api, { db }: Services): void {
  writeRoute(api, db, {
    method: 'POST',
    path: '/students/:id/archive',
    action: 'students:write',
    params,
    body: archiveInput,
    status: 200,
    answer: studentRecord,
    work: async (writer, request) => {
      const { archived, reason } = request.body;
      const answer = await archiveStudent(writer, request.params.id, request.body);
      const [before, after] = [{ archived: !archived }, { archived, reason }];
      return {
        answer,
        audit: {
          action: archived ? 'archive' : 'restore',
          entity,
          entityId: answer._id,
          branchId: answer.homeBranchId,
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
    path: '/students/:id/notes',
    action: 'students:write',
    params,
    body: personNoteInput,
    status: 200,
    answer: studentRecord,
    work: async ({ tx, user }, request) => {
      const { _id, mergedIntoId } = await readStudent(tx, user, request.params.id);
      if (mergedIntoId !== null) throw new ApiError('alreadyMerged');
      const changed = await addNote(tx, studentTable, _id, request.body.text);
      const answer = await readStudent(tx, user, _id);
      return { answer, audit: { action: 'update', entity, entityId: _id, ...changed } };
    },
  });
}
