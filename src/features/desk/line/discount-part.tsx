import { useTranslation } from 'react-i18next';
import { discountsFor, ruledIn, type DiscountedLine } from '#contract/desk/discounts.ts';
import { proRata } from '#contract/money/money.ts';
import type { PricedLine } from '#contract/desk/visit-prices.ts';
import type { DiscountChoice } from '#contract/desk/visits.ts';
import type { Wallet } from '#src/entities/payment/tenders.ts';
import lineStyles from '#src/features/desk/pay.module.css';
import { useBillWords } from '#src/features/desk/use-bill-words.ts';
import type { Visit } from '#src/features/desk/use-visit.ts';
import { changePlace, changeProduct } from '#src/features/desk/visit-basket.ts';
import type { VisitDraft } from '#src/features/desk/visit-draft.ts';
import { draftChildren } from '#src/features/desk/visit-people.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { ByHand } from './by-hand.tsx';
import { useDiscountLimit } from './discount-limit.ts';

type PartProps = { visit: Visit; wallet: Wallet; line: PricedLine };

const choiceOf = ({ places, products }: VisitDraft, key: string): DiscountChoice =>
  [...places, ...products].find((one) => one.key === key)?.discount ?? { kind: 'best' };

/** The amount that each rule would take off this line. */
function useRulesFor({ visit: { draft, rules }, wallet, line }: PartProps) {
  const found = rules.data;
  const lines = wallet.priced.lines.flatMap((one): DiscountedLine[] =>
    one.kind === 'tuition' || one.kind === 'product'
      ? [{ ...one, kind: one.kind, choice: choiceOf(draft, one.key) }]
      : [],
  );
  const own = lines.find(({ key }) => key === line.key);
  if (!found || !own) return [];
  const terms = draft.places.map(({ offered }) => offered);
  const students = Object.fromEntries(
    draftChildren(draft).map((child) => [child.key, ruledIn(child.key, child, terms)]),
  );
  const { misfit, worth } = discountsFor(lines, found.discounts, { students, today: found.today });
  return found.discounts.map((rule) => ({
    rule,
    misfit: misfit(rule, own),
    worth: worth(rule, own),
  }));
}

type ChoiceProps = {
  name: string;
  detail?: string | undefined;
  sum?: number;
  isChosen: boolean;
  disabled?: boolean;
  onChoose: () => void;
};

function Choice({ name, detail, sum, isChosen, disabled = false, onChoose }: ChoiceProps) {
  return (
    <label className={lineStyles.choice}>
      <input
        type="radio"
        name="desk-discount"
        checked={isChosen}
        disabled={disabled}
        onChange={onChoose}
      />
      <span>
        {name}
        {detail !== undefined && <small>{detail}</small>}
      </span>
      {sum !== undefined && <b>{sum === 0 ? '' : formatNumber(-sum)}</b>}
    </label>
  );
}

/** The discount of one line: the best of the rules, one rule, none, or a percentage by hand. */
export function DiscountPart(props: PartProps) {
  const { visit, line } = props;
  const { t } = useTranslation('desk');
  const { draft, change } = visit;
  const words = useBillWords(visit, draft);
  const found = useRulesFor(props);
  const mayGive = useCan('orders:discount');
  const limit = useDiscountLimit(visit);
  const choice = choiceOf(draft, line.key);
  const set = (discount: DiscountChoice) =>
    change((before) =>
      line.kind === 'product'
        ? changeProduct(before, line.key, { discount })
        : changePlace(before, line.key, { discount }),
    );
  const off = line.amountLAK - line.netLAK;
  return (
    <fieldset>
      <legend>{t('discount.title')}</legend>
      <Choice
        name={t('discount.best')}
        detail={t('discount.bestHelp')}
        {...(choice.kind === 'best' && { sum: off })}
        isChosen={choice.kind === 'best'}
        onChoose={() => set({ kind: 'best' })}
      />
      {found.map(({ rule, misfit, worth }) => (
        <Choice
          key={rule._id}
          name={words.discountName(rule._id, rule.percent)}
          detail={
            misfit
              ? t(`discount.misfit.${misfit}`)
              : rule.until === null
                ? undefined
                : t('discount.until', { day: showDay(rule.until) })
          }
          sum={misfit ? 0 : worth}
          isChosen={choice.kind === 'rule' && choice.ruleId === rule._id}
          disabled={misfit !== undefined}
          onChoose={() => set({ kind: 'rule', ruleId: rule._id })}
        />
      ))}
      <Choice
        name={t('discount.none')}
        isChosen={choice.kind === 'none'}
        onChoose={() => set({ kind: 'none' })}
      />
      {(mayGive || choice.kind === 'byHand') && (
        <Choice
          name={t('discount.byHand')}
          {...(choice.kind === 'byHand' && {
            sum: proRata(line.amountLAK, choice.percent, 100, 1),
          })}
          {...(!mayGive && { detail: t('discount.noRight'), disabled: true })}
          isChosen={choice.kind === 'byHand'}
          onChoose={() =>
            set({
              kind: 'byHand',
              percent: Math.max(1, Math.min(5, limit)),
              reason: '',
              approvalToken: null,
            })
          }
        />
      )}
      {mayGive && choice.kind === 'byHand' && (
        <ByHand visit={visit} line={line} choice={choice} onChange={set} />
      )}
    </fieldset>
  );
}
