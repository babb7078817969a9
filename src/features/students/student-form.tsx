import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { statusConsequence, students, studentInput, studentProblems, type StudentInput, type StudentRecord } from '#contract/students.ts';
import { useConfirm } from '#src/components/feedback/confirm-dialog.tsx';
import { RecordForm } from '#src/components/form/record-form.tsx';
import { useBackToList } from '#src/components/page/use-back-to-list.ts';
import { paths } from '#src/lib/paths.ts';
import { useWholeSaver } from '#src/lib/record-saver.ts';
import { useStore } from '#src/lib/store.ts';
import { today } from '#src/lib/today.ts';
import { StudentFields } from './student-fields.tsx';
import { useDuplicateQuestion } from './student-queries.ts';

/** What the server checks, checked here first; a new student belongs to the branch somebody works in. */
const formSchema = (branchId: string) =>
  z.extend(studentInput, { homeBranchId: z._default(id, branchId) }).check((context) => {
    for (const [path, message] of Object.entries(studentProblems(context.value, today()))) {
      const at = path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
      context.issues.push({ code: 'custom', message, path: at, input: context.value });
    }
  });

/** Every field of a student; `student` is the one to change, none for a new one. */
export function StudentForm({ student }: { student: StudentRecord | undefined }) {
  const { t } = useTranslation(['people', 'common']);
  const branchId = useStore(({ user, branch }) => branch.branchData?._id ?? user.userData?.branchId ?? '');
  const schema = useMemo(() => formSchema(branchId), [branchId]);
  const { ask, dialog } = useConfirm();
  const duplicates = useDuplicateQuestion((names) =>
    ask({ title: t('record.maybe'), text: t('record.maybeAsk', { names }), confirm: t('record.saveAnyway'), cancel: t('record.lookAgain') }),
  );
  /** A change of status that has consequences is asked about, then whether somebody is there already. */
  const confirm = async (input: StudentInput, row: StudentRecord | undefined): Promise<boolean> => {
    const consequence = row && statusConsequence(row.status, input.status);
    if (row && consequence) {
      const text = t(`record.consequence.${consequence}`, { name: `${input.firstName} ${input.lastName}`, before: t(`statuses.${row.status}`) });
      const title = t('record.statusAsk', { status: t(`statuses.${input.status}`) });
      if (!(await ask({ title, text, confirm: t('changeStatus'), cancel: t('record.lookAgain') }))) return false;
    }
    return duplicates.confirm(input, row);
  };
  const saver = useWholeSaver<StudentInput, StudentRecord>(students, duplicates.confirmed);
  const { saved, cancel } = useBackToList(paths.students);
  return (
    <>
      <RecordForm
        schema={schema}
        row={student}
        action={students.write}
        failed={student ? 'studentUpdate' : 'studentCreate'}
        draft={{ form: students.name, record: student?._id ?? 'new' }}
        saver={saver}
        confirm={confirm}
        onSaved={saved}
        onCancel={cancel}
      >
        {(field) => <StudentFields field={field} student={student} />}
      </RecordForm>
      {dialog}
    </>
  );
}
