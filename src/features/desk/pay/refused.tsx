import { useTranslation } from 'react-i18next';
import type { VisitChange } from '#contract/desk/visit-changes.ts';
import type { PricedVisit } from '#contract/desk/visit-prices.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';
import styles from '#src/features/desk/desk.module.css';
import { useBillWords } from '#src/features/desk/use-bill-words.ts';
import type { Visit } from '#src/features/desk/use-visit.ts';
import { confirmNew } from '#src/features/desk/visit-people.ts';
import { formatNumber, formatRate } from '#src/lib/text/format.ts';
import { useObjectionText } from './objection-text.ts';

/** One figure that has changed, before and after. */
function Change({ one, visit, priced }: { one: VisitChange; visit: Visit; priced: PricedVisit }) {
  const { t } = useTranslation('desk');
  const words = useBillWords(visit, visit.draft);
  const sum = (kip: number | null) => (kip === null ? t('changed.none') : formatNumber(kip));
  if (one.changed === 'rate') {
    const [before, after] = [
      visit.ratesBefore[one.currency]?.rate,
      visit.rates[one.currency]?.rate,
    ].map((rate) => (rate === undefined ? t('changed.none') : formatRate(rate)));
    return (
      <li>
        {t('changed.row', { name: t('changed.rate', { currency: one.currency }), before, after })}
      </li>
    );
  }
  const line = one.changed === 'line' ? priced.lines.find(({ key }) => key === one.key) : undefined;
  const name =
    one.changed === 'total' ? t('bar.total') : line ? words.nameOf(line) : t('changed.line');
  return <li>{t('changed.row', { name, before: sum(one.before), after: sum(one.after) })}</li>;
}

/**
 * The reasons why nothing was saved: figures that have changed, and objections to the visit as a
 * whole.
 */
export function RefusedVisit({ visit, priced }: { visit: Visit; priced: PricedVisit }) {
  const { t } = useTranslation('desk');
  const { draft, objections, changes, change } = visit;
  const objectionText = useObjectionText();
  const known = new Set(
    [...draft.places, ...draft.products, ...draft.adjustments, ...priced.lines].map(
      ({ key }) => key,
    ),
  );
  const general = objections.filter(({ key }) => key === null || !known.has(key));
  if (general.length + changes.length === 0) return null;
  return (
    <Note tone="wait" role="alert">
      <Stack gap={1}>
        {changes.length > 0 && (
          <>
            <b>{t('problem.changed')}</b>
            <ul>
              {changes.map((one, at) => (
                <Change key={at} one={one} visit={visit} priced={priced} />
              ))}
            </ul>
          </>
        )}
        {general.map((one, at) => (
          <div key={at} className={styles.row}>
            <p className={styles.grow}>{objectionText(one)}</p>
            {one.problem === 'duplicate' && (
              <Button onClick={() => change(confirmNew)}>{t('new.somebodyElse')}</Button>
            )}
          </div>
        ))}
      </Stack>
    </Note>
  );
}
