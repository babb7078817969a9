import { useTranslation } from 'react-i18next';
import { isMoveBusy, type Move, type MovingSheet } from '#contract/imports/moving-in.ts';
import { DOT } from '#contract/words/dot.ts';
import { Panel, PanelList } from '#src/components/kit/panel.tsx';
import { PartLink } from '#src/components/page/part-link.tsx';
import { formatNumber } from '#src/lib/text/format.ts';

/** The anchor of the panel of a sheet. */
export const sheetAnchor = ({ _id }: MovingSheet): string => `sheet-${_id}`;

/** What of a sheet waits for a person: rows, columns and questions. */
const waitingIn = ({ kind, counts, notTaken, questions }: MovingSheet) => ({
  rows: kind === null ? 0 : counts.problem,
  columns: notTaken.length,
  questions: kind === null ? 0 : questions.filter(({ settled }) => !settled).length,
});

/** Links to the sheets that need a person, because the page of a move is long. */
export function SheetLinks({ move }: { move: Move }) {
  const { t } = useTranslation('moving-in');
  if (isMoveBusy(move.state) || move.state === 'undone') return null;
  const sheets = move.sheets
    .map((sheet) => ({ sheet, waits: waitingIn(sheet) }))
    .filter(({ waits }) => waits.rows + waits.columns + waits.questions > 0);
  if (sheets.length === 0) return null;
  const words = (waits: ReturnType<typeof waitingIn>) =>
    (['rows', 'columns', 'questions'] as const)
      .filter((what) => waits[what] > 0)
      .map((what) => t(`links.${what}`, { count: waits[what], n: formatNumber(waits[what]) }))
      .join(DOT);
  return (
    <Panel title={t('links.title')} count={formatNumber(sheets.length)}>
      <PanelList label={t('links.title')}>
        {sheets.map(({ sheet, waits }) => (
          <li key={sheet._id}>
            <PartLink to={sheetAnchor(sheet)}>
              {[
                sheet.name === '' ? t('file') : sheet.name,
                ...(sheet.kind === null ? [] : [t(`kind.${sheet.kind}`)]),
              ].join(DOT)}
            </PartLink>
            <small>{words(waits)}</small>
          </li>
        ))}
      </PanelList>
    </Panel>
  );
}
