import { studentsList } from '#contract/people/students-list.ts';
import type { Parent } from '#contract/people/parents.ts';
import type { Student, StudentRecord } from '#contract/people/students.ts';
import { usePersonScan } from '#src/components/scan/use-person-scan.ts';
import { api } from '#src/lib/request/api.ts';

/** The guardian who pays for the student with this code. */
async function payerOf(code: string) {
  const [found] = await api.get<Student[]>(studentsList.path, {
    query: { search: code, pageSize: 1, count: 'false' },
  });
  const sibling = found && (await api.get<StudentRecord>(`${studentsList.path}/${found._id}`));
  return sibling?.guardians.find(({ isPayer }) => isPayer);
}

type SiblingCardProps = {
  onUse: (parent: Pick<Parent, '_id' | 'firstName' | 'lastName' | 'phone'>) => void;
  onUnknown: (code: string) => void;
};

/**
 * While it is shown, a scanned card of a sibling adds the parent who pays for them; the code of an
 * unknown card goes into the search.
 */
export function SiblingCard({ onUse, onUnknown }: SiblingCardProps) {
  usePersonScan((code) =>
    payerOf(code).then(
      (payer) => (payer ? onUse({ ...payer, _id: payer.parentId }) : onUnknown(code)),
      // The request layer shows the error.
      () => undefined,
    ),
  );
  return null;
}
