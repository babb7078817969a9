import { CornerDownRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { useReasonText } from '#src/entities/drawer/reason-text.ts';
import { Link } from 'react-router-dom';
import type { OrderPage, OrderPageLine } from '#contract/orders/order-page.ts';
import { DOT } from '#contract/words/dot.ts';
import { Row } from '#src/components/kit/layout.tsx';
import { Money } from '#src/components/kit/money.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { Panel } from '#src/components/kit/panel.tsx';
import type { OrderAct } from '#src/entities/order/order-path.ts';
import { useMayAct } from '#src/features/orders/use-may-act.ts';
import styles from '#src/features/orders/orders.module.css';
import { formatNumber, formatRate, shortMoment } from '#src/lib/text/format.ts';
import { showDay } from '#src/lib/text/day.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { placePath } from '#src/entities/enrolment/place.ts';

type Group = { key: string; student: OrderPageLine['student']; lines: OrderPageLine[] };

/**
 * The lines of each child, with corrections below the line they correct; lines without a student
 * come last.
 */
function groupsOf(lines: readonly OrderPageLine[]): Group[] {
  const groups = new Map<string, Group>();
  const below = (line: OrderPageLine) => [
    line,
    ...lines.filter(({ ofLineId }) => ofLineId === line._id),
  ];
  for (const line of lines.filter(({ ofLineId }) => ofLineId === null)) {
    const key = line.student?._id ?? '';
    const group = groups.get(key) ?? { key, student: line.student, lines: [] };
    group.lines.push(...below(line));
    groups.set(key, group);
  }
  return [...groups.values()].toSorted((a, b) => Number(a.key === '') - Number(b.key === ''));
}

/** The details of a line: its class, days, sessions, and the calculation of its sum. */
function useDetail() {
  const { t } = useTranslation('orders');
  const reasonText = useReasonText();
  return ({
    classCode,
    coversFrom,
    coversTo,
    sessions,
    quantity,
    unitPrice,
    currency,
    rate,
    percent,
    reason,
    approvedBy,
    nameEn,
  }: OrderPageLine): string =>
    [
      // Left out if the name contains it.
      !nameEn.includes(classCode) && classCode,
      coversFrom !== null && coversTo !== null && `${showDay(coversFrom)} – ${showDay(coversTo)}`,
      sessions > 0 && t('lines.sessions', { count: sessions }),
      (quantity > 1 || currency !== 'LAK') &&
        unitPrice > 0 &&
        `${quantity} × ${showMoney(unitPrice, currency)} ${currency}${currency === 'LAK' ? '' : ` × ${formatRate(rate)}`}`,
      percent !== null && `${percent} %`,
      // An adjustment without a name of its own is named by its reason.
      reason !== nameEn && reason !== classCode && reasonText(reason),
      approvedBy !== '' && t('lines.approvedBy', { name: approvedBy }),
    ]
      .filter((one) => one !== false && one !== '')
      .join(DOT);
}

/** Says whether the goods were handed over, with a button to do it. */
function Goods({
  line: { goods },
  mayGive,
  onGive,
}: {
  line: OrderPageLine;
  mayGive: boolean;
  onGive: () => void;
}) {
  const { t } = useTranslation('orders');
  if (goods === null) return null;
  const waiting = goods.left - goods.given;
  const day = goods.movedAt === null ? '' : shortMoment(goods.movedAt);
  const words =
    goods.left <= 0
      ? t('lines.back')
      : waiting <= 0
        ? t('lines.given', { at: day })
        : t('lines.partGiven', { given: goods.given, left: goods.left });
  return (
    <Row>
      <Mark label={words} tone={goods.left <= 0 ? 'off' : waiting <= 0 ? 'on' : 'new'} />
      {waiting > 0 && mayGive && <Button onClick={onGive}>{t('acts.handOver')}</Button>}
    </Row>
  );
}

type RowProps = {
  line: OrderPageLine;
  order: OrderPage;
  mayGive: boolean;
  onAct: (act: OrderAct) => void;
};

function LineRow({ line, order, mayGive, onAct }: RowProps) {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const detailOf = useDetail();
  const of = order.lines.find(({ _id }) => _id === line.ofLineId);
  const corrections = order.lines
    .filter(({ ofLineId, kind }) => ofLineId === line._id && kind !== 'discount')
    .map(({ position }) => position);
  const isCorrection = of !== undefined && line.kind !== 'discount';
  const [name, other] = language === 'lo' ? [line.nameLo, line.nameEn] : [line.nameEn, line.nameLo];
  const detail = detailOf(line);
  return (
    <tr data-fix={isCorrection || undefined}>
      <td data-no>{line.position}</td>
      <th scope="row">
        {name}
        {other !== name && <small lang={language === 'lo' ? 'en' : 'lo'}>{other}</small>}
        {of && (
          <small>
            <CornerDownRight aria-hidden data-flip size={12} className={styles.corner} />
            {t(isCorrection ? 'lines.corrects' : 'lines.ofLine', {
              n: of.position,
              at: shortMoment(line.at),
            })}
          </small>
        )}
        {detail !== '' && <small>{detail}</small>}
        {line.kind === 'tuition' && line.ofLineId === null && line.enrolmentId !== null && (
          <Link to={placePath(line.enrolmentId)}>{t('lines.place')}</Link>
        )}
        {corrections.length > 0 && (
          <small>{t('lines.correctedBy', { n: corrections.join(', ') })}</small>
        )}
        <Goods line={line} mayGive={mayGive} onGive={() => onAct('handOver')} />
      </th>
      <td data-end>
        <Money
          amount={line.amountLAK}
          currency="LAK"
          isBare
          tone={line.amountLAK < 0 ? 'good' : undefined}
        />
      </td>
    </tr>
  );
}

/** All lines of the order: charges, refunds, discounts and rounding. They add up to the total. */
export function LinesPanel({ order, onAct }: { order: OrderPage; onAct: (act: OrderAct) => void }) {
  const { t } = useTranslation('orders');
  const nameOf = usePersonName();
  const may = useMayAct(order);
  return (
    <Panel
      id="order-lines"
      anchor="lines"
      title={t('lines.title')}
      count={order.lines.length}
      tools={
        <>
          {may.exchange && (
            <Button look="text" onClick={() => onAct('exchange')}>
              {t('acts.exchange')}
            </Button>
          )}
          {may.adjust && (
            <Button look="text" onClick={() => onAct('adjust')}>
              {t('acts.adjust')}
            </Button>
          )}
        </>
      }
    >
      <SmallTable>
        <thead>
          <tr>
            <th data-no scope="col">
              {t('lines.no')}
            </th>
            <th scope="col">{t('lines.item')}</th>
            <th data-end scope="col">
              {t('lak')}
            </th>
          </tr>
        </thead>
        {groupsOf(order.lines).map(({ key, student, lines }) => (
          <tbody key={key}>
            {student && (
              <tr>
                <th colSpan={3} scope="rowgroup">
                  <strong>
                    <WholeWords text={nameOf(student)} />
                  </strong>{' '}
                  {student.studentCode}
                </th>
              </tr>
            )}
            {lines.map((line) => (
              <LineRow
                key={line._id}
                line={line}
                order={order}
                mayGive={may.handOver}
                onAct={onAct}
              />
            ))}
          </tbody>
        ))}
        <tfoot>
          <tr>
            <td data-no />
            <th scope="row">{t('sums.totalLAK')}</th>
            <td data-end>
              <bdi dir="ltr">{formatNumber(order.totalLAK)}</bdi>
            </td>
          </tr>
        </tfoot>
      </SmallTable>
    </Panel>
  );
}
