import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { parentsList } from '#contract/people/parents-list.ts';
import { studentsList } from '#contract/people/students-list.ts';
import {
  statusConsequence,
  studentInput,
  studentProblems,
  type StudentInput,
  type StudentRecord,
} from '#contract/people/students.ts';
import { studentLookup } from '#contract/people/student-words.ts';
import { RecordForm, type Reads } from '#src/components/form/record-form.tsx';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { useBackToList } from '#src/components/page/use-back-to-list.ts';
import { useDuplicateQuestion } from '#src/entities/person/duplicate-queries.ts';
import { paths } from '#src/lib/paths.ts';
import { detailSaver } from '#src/lib/request/detail-saver.ts';
import { useNewRecordBranchId } from '#src/offline/branch-choice.ts';
import { today } from '#src/lib/text/today.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { StudentFields } from './student-fields.tsx';

const shownIn = [parentsList, studentLookup];

/** The server's checks, done here first; a new student belongs to the person's own branch. */
const formSchema = (branchId: string) =>
  z.extend(studentInput, { homeBranchId: z._default(id, branchId) }).check((context) => {
    for (const [path, message] of Object.entries(studentProblems(context.value, today()))) {
      const at = path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
      context.issues.push({ code: 'custom', message, path: at, input: context.value });
    }
  });

/** Every field of a student; `student` is the one to change, undefined for a new one. */
export function StudentForm({
  student,
  ...look
}: { student: StudentRecord | undefined } & Reads<StudentRecord>) {
  const { t } = useTranslation(['people', 'common']);
  const branchId = useNewRecordBranchId();
  const schema = useMemo(() => formSchema(branchId), [branchId]);
  const nameOf = usePersonName();
  const { ask, dialog } = useConfirm();
  const duplicates = useDuplicateQuestion(ask);
  /** Asks first about a status change with consequences, then about duplicates. */
  const confirm = async (input: StudentInput, row: StudentRecord | undefined): Promise<boolean> => {
    const consequence = row && statusConsequence(row.status, input.status);
    if (row && consequence) {
      const text = t(`record.consequence.${consequence}`, {
        name: nameOf(input),
        before: t(`statuses.${row.status}`),
      });
      const title = t('record.statusAsk', { status: t(`statuses.${input.status}`) });
      if (!(await ask({ title, text, confirm: t('changeStatus'), cancel: t('record.lookAgain') })))
        return false;
    }
    return duplicates.confirmStudent(input, row);
  };
  const client = useQueryClient();
  const saver = detailSaver<StudentInput, StudentRecord>(
    client,
    studentsList,
    duplicates.confirmed,
    shownIn,
  );
  const { saved, cancel } = useBackToList(paths.students);
  return (
    <>
      <RecordForm
        schema={schema}
        row={student}
        action={studentsList.write}
        failed={t(student ? 'students.failed.update' : 'students.failed.create')}
        draft={{ form: studentsList.name, record: student?._id ?? 'new' }}
        saver={saver}
        confirm={confirm}
        onSaved={saved}
        onCancel={cancel}
        {...look}
      >
        {(field) => <StudentFields field={field} student={student} />}
      </RecordForm>
      {dialog}
    </>
  );
}
