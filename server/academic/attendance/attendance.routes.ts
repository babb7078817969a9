import * as z from 'zod/mini';
import {
  attendanceSave,
  notTaken,
  notTakenQuery,
  registers,
  registersQuery,
  rosterRow,
  sessionAttendance,
} from '#contract/classes/attendance.ts';
import { id } from '#contract/fields.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import { readAttendance } from './attendance-list.ts';
import { takeAttendance } from './attendance.service.ts';
import { sessionsNotTaken } from './not-taken.ts';
import { readRegisters } from './registers.ts';
import { readRoster } from './roster.ts';
import { findTaughtClass } from './taught-class.ts';

const params = z.object({ id });
const reading = { action: 'attendance:read' } as const;

/** The roster of a class and its attendance. */
export function attendanceRoutes(api: Api, { db }: Services): void {
  const list = { querystring: notTakenQuery, response: responses(200, z.array(notTaken)) };
  api.get('/attendance/not-taken', { config: reading, schema: list }, (request) =>
    sessionsNotTaken(db, currentUser(request), request.query),
  );

  const kept = { querystring: registersQuery, response: responses(200, registers) };
  api.get('/attendance/registers', { config: reading, schema: kept }, (request) =>
    readRegisters(db, currentUser(request), request.query.branchId),
  );

  const roster = { params, response: responses(200, z.array(rosterRow)) };
  api.get(
    '/classes/:id/roster',
    { config: { action: 'enrolments:read' }, schema: roster },
    async (request) => {
      const { _id } = await findTaughtClass(db, currentUser(request), request.params.id);
      return readRoster(db, _id);
    },
  );

  const single = { params, response: responses(200, sessionAttendance) };
  api.get('/class-sessions/:id/attendance', { config: reading, schema: single }, (request) =>
    readAttendance(db, currentUser(request), request.params.id),
  );
  writeRoute(api, db, {
    method: 'PUT',
    path: '/class-sessions/:id/attendance',
    action: 'attendance:write',
    params,
    body: attendanceSave,
    status: 200,
    answer: sessionAttendance,
    work: ({ tx, user }, request) => takeAttendance(tx, user, request.params.id, request.body),
  });
}
