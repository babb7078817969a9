import { students } from '#contract/lists/students.ts';
import type { Parent } from '#contract/parents.ts';
import type { Student, StudentRecord } from '#contract/students.ts';
import { usePersonScan } from '#src/components/scan/use-person-scan.ts';
import { api } from '#src/lib/request/api.ts';

/** Who pays for the student whose card it is. */
async function payerOf(code: string) {
  const [found] = await api.get<Student[]>(students.path, {
    query: { search: code, pageSize: 1, count: 'false' },
  });
  const sibling = found && (await api.get<StudentRecord>(`${students.path}/${found._id}`));
  return sibling?.guardians.find(({ isPayer }) => isPayer);
}

type SiblingCardProps = {
  onUse: (parent: Pick<Parent, '_id' | 'firstName' | 'lastName' | 'phone'>) => void;
  onUnknown: (code: string) => void;
};

/**
 * While it is shown, the card of a brother or sister brings the parent who pays for them; one that
 * nobody here has is only looked for.
 */
export function SiblingCard({ onUse, onUnknown }: SiblingCardProps) {
  usePersonScan((code) => {
    void payerOf(code).then(
      (payer) => (payer ? onUse({ ...payer, _id: payer.parentId }) : onUnknown(code)),
      // What went wrong is said by the request layer.
      () => undefined,
    );
  });
  return null;
}
