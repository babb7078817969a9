import { Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatPhone } from '#contract/people/phone.ts';
import type { StudentRecord } from '#contract/people/students.ts';
import { DOT } from '#contract/words/dot.ts';
import { Face } from '#src/components/kit/face.tsx';
import { IconLink } from '#src/components/kit/link-button.tsx';
import { PanelText } from '#src/components/kit/panel.tsx';
import { RowEntry, RowList, Tag } from '#src/components/record/rows.tsx';
import { editPath, paths } from '#src/lib/paths.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';

/** The people to call, in the order to call them, and the siblings at the centre. */
export function FamilyRows({ student: { guardians, siblings } }: { student: StudentRecord }) {
  const { t } = useTranslation(['people', 'record']);
  const nameOf = usePersonName();
  if (guardians.length + siblings.length === 0)
    return (
      <PanelText isMuted>
        <span>{t('record:notGiven')}</span>
      </PanelText>
    );
  return (
    <RowList label={t('summary.family')}>
      {guardians.map((guardian) => (
        <RowEntry
          key={guardian.parentId}
          name={nameOf(guardian)}
          to={editPath(paths.editParent, guardian.parentId)}
          sign={<Face size="medium" fileId={null} name={nameOf(guardian)} />}
          tag={guardian.isPayer && <Tag>{t('record.isPayer')}</Tag>}
          note={
            <>
              {t(`record.relations.${guardian.relation}`)}
              {guardian.phone !== '' && (
                <>
                  {DOT}
                  <bdi dir="ltr">{formatPhone(guardian.phone)}</bdi>
                </>
              )}
            </>
          }
        >
          {guardian.phone !== '' && (
            <IconLink
              icon={Phone}
              href={`tel:${guardian.phone}`}
              label={t('summary.call', { name: nameOf(guardian) })}
            />
          )}
        </RowEntry>
      ))}
      {siblings.map((sibling) => (
        <RowEntry
          key={sibling._id}
          name={nameOf(sibling)}
          to={editPath(paths.editStudent, sibling._id)}
          sign={<Face size="medium" fileId={null} name={nameOf(sibling)} />}
          note={t('summary.sibling', { code: sibling.studentCode })}
        />
      ))}
    </RowList>
  );
}
