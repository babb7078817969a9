import { useTranslation } from 'react-i18next';
import { courseFeesList } from '#contract/courses/course-fees-list.ts';
import { DOT } from '#contract/words/dot.ts';
import { AddInline } from '#src/components/fields/add-inline.tsx';
import { Row } from '#src/components/kit/layout.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { Panel, PanelList, PanelText } from '#src/components/kit/panel.tsx';
import {
  feeState,
  feeTones,
  isShownFee,
  showPrice,
  showValidity,
} from '#src/entities/fee/fee-words.ts';
import { useAddFee } from '#src/entities/fee/use-add-fee.tsx';
import { editPath, paths } from '#src/lib/paths.ts';
import { today } from '#src/lib/text/today.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

/**
 * The current price of a course and the coming ones; each links to its page, and a new one is added
 * here.
 */
export function CoursePrices({ courseId }: { courseId: string }) {
  const { t } = useTranslation('courses');
  const { rows = [] } = useCachedList(courseFeesList, { sort: 'name', quiet: true });
  const adding = useAddFee(courseId, null);
  const own = rows.filter((fee) => fee.courseId === courseId && isShownFee(fee, today()));
  return (
    <Panel
      id="course-prices"
      title={t('fees')}
      tools={own.length > 0 && <AddInline {...adding} isFirst={false} onAdded={() => undefined} />}
    >
      {own.length === 0 ? (
        <PanelText>
          <p>{t('emptyFees')}</p>
          <AddInline {...adding} isFirst onAdded={() => undefined} />
        </PanelText>
      ) : (
        <PanelList>
          {own.map((fee) => (
            <li key={fee._id}>
              <Row align="between">
                <LinkButton look="text" wraps to={editPath(paths.editFee, fee._id)}>
                  {fee.name}
                </LinkButton>
                <strong>{showPrice(fee)}</strong>
              </Row>
              <Row align="between">
                <span>
                  {t(`bases.${fee.basis}`)}
                  {DOT}
                  {showValidity(fee, t('open'))}
                </span>
                <Mark
                  tone={feeTones[feeState(fee, today())]}
                  label={t(`states.${feeState(fee, today())}`)}
                />
              </Row>
            </li>
          ))}
        </PanelList>
      )}
    </Panel>
  );
}
