import { useSearchParams } from 'react-router-dom';
import {
  comparisons,
  figureKeys,
  groupings,
  type Comparison,
  type FigureKey,
  type Grouping,
} from '#contract/reports/report-words.ts';
import { useRange } from './range-bar.tsx';

/** The filters of a report. */
export const narrowings = ['termId', 'courseId', 'classId', 'teacherId', 'source'] as const;
export type Narrowing = (typeof narrowings)[number];
/** The sum whose rows are shown: a column of a figure, for one group or for all. */
export type OpenSum = {
  figure: FigureKey;
  value: string | undefined;
  key: string | undefined;
  by: Grouping | undefined;
};

const oneOf = <Word extends string>(
  words: readonly Word[],
  word: string | null,
): Word | undefined => words.find((candidate) => candidate === word);

/**
 * Keeps the whole state of a report in its address, so that a reload, Back and a message to a
 * colleague lead to the same view.
 */
export function useReportAddress() {
  const [params, setParams] = useSearchParams();
  const { range, setRange } = useRange();
  const change = (changes: Record<string, string | undefined>, replace = true) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined || value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );
  const figure = oneOf(figureKeys, params.get('figure'));
  const by = (of: FigureKey): Grouping | undefined => oneOf(groupings, params.get(`by.${of}`));
  const open: OpenSum | undefined = figure && {
    figure,
    value: params.get('value') ?? undefined,
    key: params.get('key') ?? undefined,
    by: by(figure),
  };
  return {
    range,
    setRange,
    change,
    by,
    setBy: (of: FigureKey, to: Grouping) =>
      change({
        [`by.${of}`]: to,
        ...(figure === of && { figure: undefined, value: undefined, key: undefined }),
      }),
    open,
    setOpen: (next: Omit<OpenSum, 'by'> | undefined) =>
      setParams(
        (before) => {
          const address = new URLSearchParams(before);
          for (const name of ['figure', 'value', 'key']) address.delete(name);
          if (next) address.set('figure', next.figure);
          if (next?.value !== undefined) address.set('value', next.value);
          if (next?.key !== undefined) address.set('key', next.key);
          return address;
        },
        { preventScrollReset: true },
      ),
    /** A figure alone says little, so that the time before stands beside it unless left out. */
    compare: oneOf(comparisons, params.get('compare')) ?? ('previous' satisfies Comparison),
    narrowed: Object.fromEntries(
      narrowings.flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : [])),
    ) as Partial<Record<Narrowing, string>>,
  };
}
export type ReportAddress = ReturnType<typeof useReportAddress>;
