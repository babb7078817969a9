import { Trash2, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { DOT } from '#contract/words/dot.ts';
import { Button, IconButton } from '#src/components/kit/button.tsx';
import type { Wallet } from '#src/entities/payment/tenders.ts';
import styles from '#src/features/desk/desk.module.css';
import lineStyles from '#src/features/desk/pay.module.css';
import { leadTo, LINE_DONE_ID, LINE_ID, WHAT_ID } from '#src/features/desk/places.ts';
import { useBillWords } from '#src/features/desk/use-bill-words.ts';
import type { Visit } from '#src/features/desk/use-visit.ts';
import { removeLine } from '#src/features/desk/visit-basket.ts';
import { draftChildren } from '#src/features/desk/visit-people.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { AdjustmentPart } from './adjustment-part.tsx';
import { DiscountPart } from './discount-part.tsx';
import { PlacePart } from './place-part.tsx';
import { ProductPart } from './product-part.tsx';

type LineEditorProps = { visit: Visit; wallet: Wallet; lineKey: string; onDone: () => void };

/** The sum of the line before and after its discounts, and the buttons to finish or remove it. */
function Foot({ visit: { change }, wallet: { priced }, lineKey, onDone }: LineEditorProps) {
  const { t } = useTranslation('desk');
  const line = priced.lines.find(({ key }) => key === lineKey);
  const remove = () => {
    flushSync(() => {
      onDone();
      change((before) => removeLine(before, lineKey));
    });
    leadTo(WHAT_ID);
  };
  return (
    <div className={lineStyles.foot}>
      <p>
        {line && (
          <>
            {t('line.comesTo')}{' '}
            <b>
              {line.netLAK === line.amountLAK
                ? formatNumber(line.netLAK)
                : `${formatNumber(line.amountLAK)} → ${formatNumber(line.netLAK)}`}
            </b>
          </>
        )}
      </p>
      <Button icon={Trash2} onClick={remove}>
        {t('line.remove')}
      </Button>
      <Button id={LINE_DONE_ID} onClick={onDone}>
        {t('line.done')}
      </Button>
    </div>
  );
}

/**
 * One line of the bill in the space of the What zone, with everything that its card and the bill
 * have no room for.
 */
export function LineEditor(props: LineEditorProps) {
  const { visit, wallet, lineKey, onDone } = props;
  const { t } = useTranslation(['desk', 'common']);
  const nameOf = usePersonName();
  const { draft } = visit;
  const words = useBillWords(visit, draft);
  const place = draft.places.find(({ key }) => key === lineKey);
  const product = draft.products.find(({ key }) => key === lineKey);
  const adjustment = draft.adjustments.find(({ key }) => key === lineKey);
  const line = wallet.priced.lines.find(({ key }) => key === lineKey);
  const child = draftChildren(draft).find(
    ({ key }) => key === (place ?? product ?? adjustment)?.studentKey,
  );
  const title = line ? words.nameOf(line) : place ? place.offered.classCode : t('line.adjustment');
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that opened it stands behind it, or is gone with the zone that it replaces. On a
  // phone it opens above the bill, out of sight.
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const discounted = adjustment ? undefined : line;
  return (
    <section className={styles.zone} aria-labelledby="desk-line" data-zone="what" data-opened>
      <h2 id="desk-line" ref={heading} tabIndex={-1} aria-label={title}>
        {title}
        <IconButton
          icon={X}
          className={styles.end}
          label={t('common:action.close')}
          data-leave
          onClick={onDone}
        />
      </h2>
      <div id={LINE_ID} className={styles.in}>
        {child && (
          <p className={styles.hint}>
            {[t('line.for', { name: nameOf(child.name) }), line && words.detailOf(line)]
              .filter(Boolean)
              .join(DOT)}
          </p>
        )}
        {place && <PlacePart visit={visit} place={place} child={child} />}
        {product && <ProductPart visit={visit} line={product} />}
        {adjustment && <AdjustmentPart visit={visit} priced={wallet.priced} line={adjustment} />}
        {discounted && <DiscountPart visit={visit} wallet={wallet} line={discounted} />}
      </div>
      <Foot {...props} />
    </section>
  );
}
