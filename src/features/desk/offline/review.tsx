import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { visits, type VisitCheck } from '#contract/desk/visit-answers.ts';
import { DOT } from '#contract/words/dot.ts';
import { useFindingText } from '#src/entities/class/finding-text.ts';
import { DESK } from '#src/features/desk/desk-queries.ts';
import styles from '#src/features/desk/desk.module.css';
import { useObjectionText } from '#src/features/desk/pay/objection-text.ts';
import type { Visit } from '#src/features/desk/use-visit.ts';
import type { DraftOfflineCash } from '#src/features/desk/visit-draft.ts';
import { type VisitWallet, toInput } from '#src/features/desk/visit-pricing.ts';
import { api } from '#src/lib/request/api.ts';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { formatDateTime, formatNumber, formatRate } from '#src/lib/text/format.ts';
import { showSum } from '#src/lib/text/money.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { withWholeCodes } from '#src/components/kit/whole-codes.tsx';

/** Asks the server to check the visit now, and again after each change. */
function useCheck(visit: Visit, wallet: VisitWallet, shiftId: string | null) {
  const { draft, branchId, rates } = visit;
  const input = toInput(draft, {
    branchId,
    shiftId,
    priced: wallet.priced,
    instalments: wallet.instalments,
    rates,
    hold: false,
    part: wallet.part,
  });
  // A check needs no drawer; the cash goes into the drawer that is open when the visit is sent.
  const body = { ...input, shiftId: input.shiftId ?? branchId };
  return useQuery({
    queryKey: [DESK, 'check', JSON.stringify(body)],
    queryFn: ({ signal }) =>
      api.post<VisitCheck>(`${visits.path}/check`, body, { signal, quiet: true, background: true }),
    gcTime: 0,
  });
}

/** The differences from the slip that the payer took home. */
function useDifferences(
  { rates }: Visit,
  { priced, rates: _rates }: VisitWallet,
  taken: DraftOfflineCash,
): string[] {
  const { t } = useTranslation('desk');
  const sum = (kip: number | undefined) =>
    kip === undefined ? t('changed.none') : formatNumber(kip);
  const rateIn = (byCurrency: Visit['rates'], currency: 'THB' | 'USD') =>
    byCurrency[currency]?.rate;
  const used = new Set([
    ...priced.rows.map(({ currency }) => currency),
    ...priced.lines.map(({ price }) => price.currency),
  ]);
  const ofRates = (['THB', 'USD'] as const)
    .filter(
      (currency) => used.has(currency) && rateIn(taken.rates, currency) !== rateIn(rates, currency),
    )
    .map((currency) => ({
      name: t('changed.rate', { currency }),
      before: formatRate(rateIn(taken.rates, currency) ?? '0'),
      after: formatRate(rateIn(rates, currency) ?? '0'),
    }));
  const ofLines = taken.lines
    .map(({ key, name, netLAK }) => ({
      name,
      before: netLAK,
      after: priced.lines.find((line) => line.key === key)?.netLAK,
    }))
    .filter(({ before, after }) => before !== after)
    .map(({ name, before, after }) => ({ name, before: sum(before), after: sum(after) }));
  const total = priced.totalLAK + priced.roundingLAK;
  const ofTotal =
    total === taken.totalLAK
      ? []
      : [{ name: t('bar.total'), before: sum(taken.totalLAK), after: sum(total) }];
  return [...ofRates, ...ofLines, ...ofTotal].map((row) => t('changed.row', row));
}

/**
 * A visit with cash that was taken offline, before it is sent: the cash, the differences by now,
 * and the objections.
 */
export function Review({
  visit,
  wallet,
  taken,
  shiftId,
}: {
  visit: Visit;
  wallet: VisitWallet;
  taken: DraftOfflineCash;
  shiftId: string | null;
}) {
  const { t } = useTranslation(['desk', 'common']);
  const objectionText = useObjectionText();
  const findingText = useFindingText();
  const check = useCheck(visit, wallet, shiftId);
  const differences = useDifferences(visit, wallet, taken);
  const refresh = useEffectEvent(() => void visit.refresh());
  useEffect(() => refresh(), []);
  const objections = check.data?.objections;
  const note = useEffectEvent((found: VisitCheck['objections']) => visit.review(found));
  useEffect(() => {
    if (objections) note(objections);
  }, [objections]);
  const money = visit.draft.tenders
    .map(({ currency, tendered }) =>
      typeof tendered === 'number' ? showSum(tendered, currency) : currency,
    )
    .join(', ');
  const warnings = visit.draft.places.flatMap(({ offered }) =>
    offered.findings
      .filter(({ weight }) => weight === 'warn')
      .map((one) => `${offered.classCode}: ${findingText(one)}`),
  );
  const { toCreditLAK } = wallet.priced;
  return (
    <section aria-labelledby="desk-review">
      <Note tone="wait">
        <Stack gap={1}>
          <h2 id="desk-review">{t('away.reviewTitle')}</h2>
          <p>
            {t('away.takenAt', { time: formatDateTime(taken.at) })}
            {DOT}
            {t('away.handedOver', { money })}
          </p>
          {differences.length > 0 ? (
            <ul aria-label={t('away.differs')}>
              {differences.map((one) => (
                <li key={one}>{withWholeCodes(one)}</li>
              ))}
            </ul>
          ) : (
            <p>{t('away.same')}</p>
          )}
          {toCreditLAK > 0 && (
            <p>
              {t(visit.draft.payer?.kind === 'walkIn' ? 'away.toReceipt' : 'away.toCredit', {
                sum: formatNumber(toCreditLAK),
              })}
            </p>
          )}
          <div role="status">
            {check.isFetching && t('common:loading')}
            {check.error && <ErrorText as="span">{readFailureText(check.error)}</ErrorText>}
            {warnings.map((one) => (
              <p key={one} className={styles.hint}>
                {withWholeCodes(one)}
              </p>
            ))}
            {(objections ?? []).map((one, at) => (
              <p key={at} className={styles.hint}>
                {withWholeCodes(objectionText(one))}
              </p>
            ))}
          </div>
        </Stack>
      </Note>
    </section>
  );
}
