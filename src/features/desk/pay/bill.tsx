import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { PricedLine, PricedVisit } from '#contract/desk/visit-prices.ts';
import { DOT } from '#contract/words/dot.ts';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { LineTable, type TableLine } from '#src/components/money/line-table.tsx';
import { useBillWords } from '#src/features/desk/use-bill-words.ts';
import payStyles from '#src/features/desk/pay.module.css';
import type { Visit } from '#src/features/desk/use-visit.ts';
import { removeLine } from '#src/features/desk/visit-basket.ts';
import { draftChildren } from '#src/features/desk/visit-people.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import tenderStyles from '#src/entities/payment/payment.module.css';
import { useObjectionText } from './objection-text.ts';

const LostSeat = lazy(async () => ({ default: (await import('./lost-seat.tsx')).LostSeat }));
const Refused = lazy(async () => ({ default: (await import('./refused.tsx')).RefusedVisit }));

type LineWords = {
  words: ReturnType<typeof useBillWords>;
  objectionOf: (key: string) => string | undefined;
};

/** The lines of one child, each with its discounts below it. */
function linesOf(lines: readonly PricedLine[], { words, objectionOf }: LineWords): TableLine[] {
  return lines.flatMap((line): TableLine[] => {
    const objection = objectionOf(line.key);
    const pieces =
      line.kind === 'product' &&
      line.quantity > 1 &&
      `${formatNumber(line.quantity)} × ${formatNumber(line.amountLAK / line.quantity)}`;
    const detail = [words.detailOf(line), pieces, objection].filter(Boolean).join(DOT);
    const own: TableLine = {
      id: line.key,
      name: words.nameOf(line),
      amount: line.amountLAK,
      ...(detail !== '' && {
        detail:
          objection === undefined ? (
            detail
          ) : (
            <span className={tenderStyles.objection}>{detail}</span>
          ),
      }),
      ...(line.kind === 'registration' && { kept: words.withClass }),
    };
    const off = line.discounts.map(({ ruleId, percent, amountLAK }, at): TableLine => ({
      id: `${line.key}:${at}`,
      name: words.discountName(ruleId, percent),
      amount: amountLAK,
      kept: words.byRule,
    }));
    return [own, ...off];
  });
}

type BillProps = {
  visit: Visit;
  priced: PricedVisit;
  openLine: string | undefined;
  onOpen: (key: string) => void;
};

/**
 * Parts of the visit without a price: trials, make-ups, waiting lists, and free lines without a
 * sum.
 */
function useBareLines(
  { draft }: Visit,
  priced: PricedVisit,
  objectionOf: LineWords['objectionOf'],
): (studentKey: string | null) => TableLine[] {
  const { t } = useTranslation('desk');
  const places = draft.places.filter(
    ({ type, joinsWaitingList }) => joinsWaitingList || type !== 'regular',
  );
  const adjustments = draft.adjustments.filter(
    ({ key }) => !priced.lines.some((line) => line.key === key),
  );
  return (studentKey) => [
    ...places
      .filter((place) => place.studentKey === studentKey)
      .map(({ key, type, joinsWaitingList, offered }): TableLine => ({
        id: key,
        name: `${t(joinsWaitingList ? 'type.waiting' : `type.${type}`)}${DOT}${offered.classCode}`,
        detail: objectionOf(key),
        amount: 0,
      })),
    ...adjustments
      .filter((line) => line.studentKey === studentKey)
      .map(({ key, reason }): TableLine => ({
        id: key,
        name: reason === '' ? t('line.adjustment') : reason,
        amount: 0,
      })),
  ];
}

/** The bill by child: each line with its sum, and the button to remove it. */
export function Bill({ visit, priced, openLine, onOpen }: BillProps) {
  const { t } = useTranslation('desk');
  const { draft, change, objections, changes } = visit;
  const nameOf = usePersonName();
  const words = useBillWords(visit, draft);
  const objectionText = useObjectionText();
  const objectionOf = (key: string) => {
    const found = objections.find((one) => one.key === key);
    return found && objectionText(found);
  };
  const bareOf = useBareLines(visit, priced, objectionOf);
  const hasNoSeat = (id: string) =>
    objections.some(
      ({ key, findings }) => key === id && findings?.some(({ check }) => check === 'seats'),
    );
  const withActs = (lines: TableLine[]) =>
    lines.map((line): TableLine => {
      const place = draft.places.find(({ key }) => key === line.id);
      return place && hasNoSeat(line.id)
        ? {
            ...line,
            acts: (
              <Suspense fallback={null}>
                <LostSeat visit={visit} place={place} />
              </Suspense>
            ),
          }
        : line;
    });
  // The pressed button is gone with its line, so the focus goes where the next line is chosen.
  const remove = (id: string) => {
    change((before) => removeLine(before, id));
    document.getElementById('desk-what')?.focus({ preventScroll: true });
  };
  const shared = {
    currency: 'LAK',
    onRemove: remove,
    onOpen,
    openId: openLine,
  };
  const allOf = (studentKey: string | null) =>
    withActs([
      ...linesOf(
        priced.lines.filter((line) => line.studentKey === studentKey),
        { words, objectionOf },
      ),
      ...bareOf(studentKey),
    ]);
  const ofNobody = allOf(null);
  const debts = draft.debts.map(({ orderId, expectedBalance }): TableLine => {
    const number = draft.family?.owed.find((one) => one.orderId === orderId)?.number ?? '';
    return { id: orderId, name: t('pay.debt', { number }), amount: expectedBalance };
  });
  return (
    <>
      {objections.length + changes.length > 0 && (
        <Suspense fallback={null}>
          <Refused visit={visit} priced={priced} />
        </Suspense>
      )}
      {draftChildren(draft).map((child) => {
        const lines = allOf(child.key);
        if (lines.length === 0) return null;
        const name = nameOf(child.name);
        return (
          <div key={child.key}>
            <h3 className={payStyles.of}>
              <WholeWords text={name} />
            </h3>
            <LineTable label={name} {...shared} lines={lines} />
          </div>
        );
      })}
      {ofNobody.length > 0 && <LineTable label={t('pay.bought')} {...shared} lines={ofNobody} />}
      {debts.length > 0 && (
        <LineTable label={t('pay.debts')} currency="LAK" lines={debts} onRemove={remove} />
      )}
    </>
  );
}
