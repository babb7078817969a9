import type { FigureKey, Grouping } from '#contract/reports/report-words.ts';
import { useReportAddress } from '#src/entities/report/report-address.ts';

export type OpenRows = (
  figure: FigureKey,
  value: string,
  group?: { by: Grouping; key: string },
) => () => void;

/** Opens the rows of a figure, or of one of its groups, in this view; Back closes them. */
export function useOpenRows(): OpenRows {
  const { change } = useReportAddress();
  return (figure, value, group) => () =>
    change(
      {
        view: 'figures',
        figure,
        value,
        key: group?.key,
        ...(group && { [`by.${figure}`]: group.by }),
      },
      false,
    );
}
