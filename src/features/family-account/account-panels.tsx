import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ageOn } from '#contract/dates.ts';
import type { AccountOrder, FamilyAccount } from '#contract/orders/family-account.ts';
import { DOT } from '#contract/words/dot.ts';
import { Row } from '#src/components/kit/layout.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { Panel, PanelText, PanelList } from '#src/components/kit/panel.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { orderPath } from '#src/entities/order/order-path.ts';
import { formatDate, formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { showDay } from '#src/lib/text/day.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';

/** The payment state of an order, as a word with a mark. */
function useOrderMark() {
  const { t } = useTranslation('family-account');
  return ({ state, totalLAK, paidLAK, pendingLAK }: AccountOrder) => {
    if (state === 'void' || state === 'lapsed')
      return { label: t(`marks.${state}`), tone: 'off' as const };
    if (totalLAK - paidLAK - pendingLAK > 0)
      return {
        label: t(paidLAK + pendingLAK > 0 ? 'marks.part' : 'marks.open'),
        tone: 'new' as const,
      };
    return pendingLAK > 0
      ? { label: t('marks.pending'), tone: 'new' as const }
      : { label: t('marks.paid'), tone: 'on' as const };
  };
}

/** The orders of the family in this branch, the newest first. */
export function FamilyOrders({ orders }: Pick<FamilyAccount, 'orders'>) {
  const { t } = useTranslation('family-account');
  const markOf = useOrderMark();
  if (orders.length === 0) return null;
  return (
    <Panel id="account-orders" title={t('orders')} count={orders.length}>
      <PanelList>
        {orders.map((order) => {
          const balance =
            order.state === 'confirmed' ? order.totalLAK - order.paidLAK - order.pendingLAK : 0;
          return (
            <li key={order._id}>
              <Row align="between">
                <Link to={orderPath(order._id)}>
                  <bdi dir="ltr">{order.number}</bdi>
                </Link>
                <b>
                  <bdi dir="ltr">{formatNumber(balance)}</bdi>
                </b>
              </Row>
              <Row align="between">
                <Mark {...markOf(order)} />
                <small>
                  {order.dueOn === null
                    ? formatDate(order.at)
                    : t('due', { day: showDay(order.dueOn) })}
                </small>
              </Row>
            </li>
          );
        })}
      </PanelList>
    </Panel>
  );
}

/** Held orders with their money; neither is part of the balance. */
export function HeldPanel({ held }: Pick<FamilyAccount, 'held'>) {
  const { t } = useTranslation('family-account');
  if (held.length === 0) return null;
  return (
    <Panel id="account-held" title={t('held')}>
      <PanelList>
        {held.map(({ _id, number, totalLAK, paidLAK, pendingLAK, holdUntil }) => (
          <li key={_id}>
            <Row align="between">
              <Link to={orderPath(_id)}>
                <bdi dir="ltr">{number}</bdi>
              </Link>
              <b>
                <bdi dir="ltr">{formatNumber(totalLAK)}</bdi>
              </b>
            </Row>
            <Row align="between">
              <small>
                {t('holdUntil', { at: holdUntil === null ? '' : formatDateTime(holdUntil) })}
              </small>
              <small>{t('heldMoney', { sum: formatNumber(paidLAK + pendingLAK) })}</small>
            </Row>
          </li>
        ))}
      </PanelList>
      <PanelText isMuted>{t('heldHint')}</PanelText>
    </Panel>
  );
}

/**
 * The family's debts and credits in other branches, a row each; they are not part of the balance.
 */
export function ElsewherePanel({ elsewhere }: Pick<FamilyAccount, 'elsewhere'>) {
  const { t } = useTranslation('family-account');
  if (elsewhere.length === 0) return null;
  return (
    <Panel id="account-elsewhere" title={t('elsewhere')}>
      <PanelList>
        {elsewhere.map(({ branchId, name, owedLAK, creditLAK }) => (
          <li key={branchId}>
            <Row align="between">
              <span>{name}</span>
              <b>{t('owesThere', { sum: formatNumber(owedLAK) })}</b>
            </Row>
            <small>{t('creditThere', { sum: formatNumber(creditLAK) })}</small>
          </li>
        ))}
      </PanelList>
      <PanelText isMuted>{t('elsewhereHint')}</PanelText>
    </Panel>
  );
}

/** The students for whom this family pays. */
export function ChildrenPanel({
  students,
  today,
  kind,
}: Pick<FamilyAccount, 'students' | 'today'> & { kind: 'parent' | 'student' }) {
  const { t } = useTranslation('family-account');
  const nameOf = usePersonName();
  if (kind === 'student' || students.length === 0) return null;
  return (
    <Panel id="account-children" title={t('children')} count={students.length}>
      <PanelList>
        {students.map(({ places, ...student }) => (
          <li key={student._id}>
            <Row align="between">
              <span>
                <WholeWords text={nameOf(student)} />
                {student.dateOfBirth !== null && `, ${ageOn(student.dateOfBirth, today)}`}
              </span>
              <small>
                <bdi dir="ltr">
                  {places.map(({ classCode }) => classCode).join(DOT) || student.studentCode}
                </bdi>
              </small>
            </Row>
          </li>
        ))}
      </PanelList>
    </Panel>
  );
}
