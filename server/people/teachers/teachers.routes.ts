import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { archiveInput, timelineEntry } from '#contract/people/people.ts';
import { teacher, teachers, teachersQuery } from '#contract/people/teachers.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { readRoute } from '#server/lib/crud.ts';
import { listRoute } from '#server/lib/list.ts';
import { timelineOf } from '#server/lib/timeline.ts';
import { writeOnce } from '#server/lib/write.ts';
import { currentUser } from '#server/lib/current-user.ts';
import {
  addTeacher,
  archiveTeacher,
  findTeacher,
  replaceTeacher,
  teacherBranch,
} from './teachers.service.ts';
import { hiddenRates, rateToday } from './rate-today.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';

const params = z.object({ id });
const config = { action: teachers.write };

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

  api.post(
    teachers.path,
    { config, schema: { body: teachers.input, response: responses(201, teacher) } },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 201,
        work: (tx) => addTeacher(tx, currentUser(request), request.body),
      }),
  );

  const replace = { params, body: teachers.replaceInput, response: responses(200, teacher) };
  api.put(`${teachers.path}/:id`, { config, schema: replace }, (request, reply) =>
    writeOnce(db, request, reply, {
      status: 200,
      work: (tx) => replaceTeacher(tx, currentUser(request), request.params.id, request.body),
    }),
  );

  const archive = { params, body: archiveInput, response: responses(200, teacher) };
  api.post(`${teachers.path}/:id/archive`, { config, schema: archive }, (request, reply) =>
    writeOnce(db, request, reply, {
      status: 200,
      work: (tx) => archiveTeacher(tx, currentUser(request), request.params.id, request.body),
    }),
  );
}
