import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { archiveInput, personNoteInput, timelineEntry } from '#contract/people/people.ts';
import { teacher, teachers, teachersQuery } from '#contract/people/teachers.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { readRoute } from '#server/lib/crud.ts';
import { listRoute } from '#server/lib/list.ts';
import { timelineOf } from '#server/lib/timeline.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import {
  addTeacher,
  archiveTeacher,
  findTeacher,
  replaceTeacher,
  teacherBranch,
} from './teachers.service.ts';
import { addNote } from '#server/lib/person-notes.ts';
import { hiddenRates, rateToday } from './rate-today.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';

const params = z.object({ id });

/** The teachers of the user's branch, or of the centre for users who see all branches. */
export function teacherRoutes(api: Api, { db }: Services): void {
  const source = {
    table: teacherTable,
    branch: teacherBranch,
    derived: rateToday,
    hidden: hiddenRates,
  };
  listRoute(api, db, teachers, {
    ...source,
    query: teachersQuery,
    order: [teacherTable.firstName],
    filter: ({ archived }) => eq(teacherTable.archived, archived === 'true'),
  });
  readRoute(api, db, teachers, source);

  const timeline = { params, response: responses(200, z.array(timelineEntry)) };
  api.get(
    `${teachers.path}/:id/timeline`,
    { config: { action: teachers.read }, schema: timeline },
    async (request) => {
      const { _id } = await findTeacher(db, currentUser(request), request.params.id);
      return timelineOf(db, teachers.name, _id);
    },
  );

  writeRoute(api, db, {
    method: 'POST',
    path: teachers.path,
    action: teachers.write,
    body: teachers.input,
    status: 201,
    answer: teacher,
    work: ({ tx, user }, request) => addTeacher(tx, user, request.body),
  });
  writeRoute(api, db, {
    method: 'PUT',
    path: `${teachers.path}/:id`,
    action: teachers.write,
    params,
    body: teachers.replaceInput,
    status: 200,
    answer: teacher,
    work: ({ tx, user }, request) => replaceTeacher(tx, user, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${teachers.path}/:id/archive`,
    action: teachers.write,
    params,
    body: archiveInput,
    status: 200,
    answer: teacher,
    work: ({ tx, user }, request) => archiveTeacher(tx, user, request.params.id, request.body),
  });
  writeRoute(api, db, {
    method: 'POST',
    path: `${teachers.path}/:id/notes`,
    action: teachers.write,
    params,
    body: personNoteInput,
    status: 200,
    answer: teacher,
    work: async ({ tx, user }, request) => {
      const { _id } = await findTeacher(tx, user, request.params.id);
      const changed = await addNote(tx, teacherTable, _id, request.body.text);
      const answer = await findTeacher(tx, user, _id);
      return {
        answer,
        audit: { action: 'update', entity: teachers.name, entityId: _id, ...changed },
      };
    },
  });
}
