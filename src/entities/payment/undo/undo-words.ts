import { useTranslation } from 'react-i18next';
import { handBackOf, type VisitAnswer, type VisitUndone } from '#contract/desk/visit-answers.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showSum } from '#src/lib/text/money.ts';

/** A visit or a later payment as far as its undo speaks of it. */
export type Undoable = Pick<VisitAnswer, 'money' | 'change'> & {
  /** The id by which it is undone; undefined if it cannot be. */
  id: string | undefined;
  undoUntil: string;
  /** The number of its order, else of its receipt; empty without both. */
  number: string;
  /** The name of the payer, if the screen knows it. */
  payer?: string | undefined;
  places: number;
  /** The pieces that were handed over with it. */
  pieces: number;
  /** True if the visit opens again with everything that was typed. */
  opensAgain?: boolean;
};

type Figures = Pick<VisitUndone, 'handBack' | 'slipsLAK' | 'creditLAK'>;

/** The money that an undo gives back, by its answer; the undo itself answers with the same. */
export function undoFigures({ money, change }: Undoable): Figures {
  const received = money?.received ?? [];
  const slips = received.filter(({ method }) => method !== 'cash');
  return {
    handBack: handBackOf(
      received.filter(({ method }) => method === 'cash'),
      change,
    ),
    slipsLAK: slips.reduce((sum, { amountLAK }) => sum + amountLAK, 0),
    creditLAK: money?.creditLAK ?? 0,
  };
}

/** Says an undo in figures: cash over the counter first, then what else it takes back. */
export function useUndoWords(): (of: Undoable, figures: Figures, keepsMoney?: boolean) => string[] {
  const { t } = useTranslation('payment');
  return ({ money, places, pieces }, { handBack, slipsLAK, creditLAK }, keepsMoney = false) => {
    const sums = (sign: 1 | -1) =>
      handBack
        .filter(({ amount }) => sign * amount > 0)
        .map(({ amount, currency }) => showSum(sign * amount, currency))
        .join(' + ');
    const [out, back] = [sums(1), sums(-1)];
    const owed = (money?.paid ?? []).map(({ number }) => number);
    return [
      out !== '' && t(keepsMoney ? 'undo.kept' : 'undo.handBack', { money: out }),
      back !== '' && t('undo.takeBack', { money: back }),
      pieces > 0 && t('undo.goods', { count: pieces }),
      slipsLAK > 0 && t('undo.slips', { sum: formatNumber(slipsLAK) }),
      creditLAK > 0 && t('undo.credit', { sum: formatNumber(creditLAK) }),
      owed.length > 0 && t('undo.owed', { numbers: owed.join(', ') }),
      places > 0 && t('undo.places', { count: places }),
    ].filter((word) => word !== false);
  };
}

/** Says that it is undone, and what has to go back over the counter or was kept. */
export function useUndoneWords(): (
  of: Undoable,
  answer: VisitUndone,
  keepsMoney?: boolean,
) => string {
  const { t } = useTranslation('payment');
  const words = useUndoWords();
  return (of, answer, keepsMoney) =>
    [
      answer.number === '' ? t('undo.doneVisit') : t('undo.done', { number: answer.number }),
      ...words(of, answer, keepsMoney),
    ].join('. ');
}
