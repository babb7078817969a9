import { mergePreview, mergeQuery } from '#contract/people/merge.ts';
import { studentMerge, studentRecord } from '#contract/people/students.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import { mergeStudents, previewStudentMerge } from './student-merge.service.ts';

/** Merging two records of one student, and a preview of it. */
export function studentMergeRoutes(api: Api, { db }: Services): void {
  const config = { action: 'students:merge' } as const;
  const preview = { querystring: mergeQuery, response: responses(200, mergePreview) };
  api.get('/students/merge', { config, schema: preview }, (request) =>
    previewStudentMerge(db, currentUser(request), request.query),
  );
  writeRoute(api, db, {
    method: 'POST',
    path: '/students/merge',
    action: 'students:merge',
    body: studentMerge,
    status: 200,
    answer: studentRecord,
    work: (writer, request) => mergeStudents(writer, request.body),
  });
}
