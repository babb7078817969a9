import { Combine } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Unseen } from '#src/components/kit/unseen.tsx';
import type { ChildOfParent } from '#contract/people/parents.ts';
import type { StudentStatus } from '#contract/people/student-words.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Face } from '#src/components/kit/face.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { RowEntry, RowList } from '#src/components/record/rows.tsx';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { useChildren } from './children-query.ts';

// Loaded lazily: this dialog is rarely opened.
const MergeDialog = lazy(async () => ({
  default: (await import('#src/entities/person/merge-dialog.tsx')).MergeDialog,
}));

/** The children of this parent, with links to their records, which is where they are linked. */
export function ParentChildren({ parentId }: { parentId: string }) {
  const { t } = useTranslation(['people', 'common']);
  const personName = usePersonName();
  const nameOf = (child: ChildOfParent) => `${personName(child)}${DOT}${child.studentCode}`;
  // An admin may not open a student's page, but may merge two children from here.
  const mayOpen = useStore(({ user }) => user.role === 'superadmin');
  const mayMerge = useCan('students:merge');
  const [merging, setMerging] = useState<ChildOfParent>();
  const { data, isError, error } = useChildren(parentId);
  const aboutOf = ({ relation, isPayer, status }: ChildOfParent) =>
    [
      t(`record.relations.${relation}`),
      isPayer && t('record.isPayer'),
      t(`statuses.${status as StudentStatus}`),
    ]
      .filter(Boolean)
      .join(DOT);
  return (
    <Panel title={t('record.section.children')}>
      {!data && (
        <PanelText isMuted>
          {isError ? (
            <p role="alert">{readFailureText(error)}</p>
          ) : (
            <p role="status">{t('common:loading')}</p>
          )}
        </PanelText>
      )}
      {data?.length === 0 && (
        <PanelText isMuted>
          <span>{t('record.noChildren')}</span>
        </PanelText>
      )}
      {data && data.length > 0 && (
        <RowList>
          {data.map((child) => (
            <RowEntry
              key={child.studentId}
              name={personName(child)}
              {...(mayOpen && { to: editPath(paths.editStudent, child.studentId) })}
              sign={<Face size="medium" fileId={null} name={personName(child)} />}
              note={
                <>
                  <bdi dir="ltr">{child.studentCode}</bdi>
                  {DOT}
                  {aboutOf(child)}
                </>
              }
            >
              {mayMerge && (
                <Button icon={Combine} look="ghost" onClick={() => setMerging(child)}>
                  {t('merge.action')}
                  <Unseen>{nameOf(child)}</Unseen>
                </Button>
              )}
            </RowEntry>
          ))}
        </RowList>
      )}
      <Suspense>
        {merging && (
          <MergeDialog
            resource={{ name: 'students', path: '/students' }}
            row={{ ...merging, _id: merging.studentId }}
            onClose={() => setMerging(undefined)}
            {...(mayOpen && { edit: paths.editStudent })}
          />
        )}
      </Suspense>
    </Panel>
  );
}
