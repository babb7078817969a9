import { useTranslation } from 'react-i18next';
import type { ParentRecord } from '#contract/people/parents.ts';
import { PanelSkeleton } from '#src/components/kit/form-skeleton.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { RowList } from '#src/components/record/rows.tsx';
import { PlaceRows } from '#src/entities/enrolment/place-rows.tsx';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { useChildPlaces, useChildren } from './children-query.ts';

/** The classes of all children of a family, child by child. */
export function EnrolmentsPart({ parent }: { parent: ParentRecord }) {
  const { t } = useTranslation('record');
  const nameOf = usePersonName();
  const { data: children = [], isPending } = useChildren(parent._id);
  const found = useChildPlaces(children);
  if (isPending || found.some((one) => one.isPending)) return <PanelSkeleton rows={5} />;
  const count = found.reduce((sum, { data }) => sum + (data?.places.length ?? 0), 0);
  return (
    <Panel title={t('enrolments')} count={count}>
      {count === 0 ? (
        <PanelText isMuted>
          <span>{t('noClassesYet')}</span>
        </PanelText>
      ) : (
        <RowList>
          {children.map((child, at) => (
            <PlaceRows
              key={child.studentId}
              of={nameOf(child)}
              places={found[at]?.data?.places ?? []}
            />
          ))}
        </RowList>
      )}
    </Panel>
  );
}
