import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  MAX_MOVING_ROWS,
  type Move,
  type MovingRow,
  type MovingRowInput,
  type MovingRowState,
  type MovingSheet,
} from '#contract/imports/moving-in.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { PanelList } from '#src/components/kit/panel.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { Tick } from '#src/components/kit/tick.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { useMovingRows, type MoveActs } from './move-queries.ts';

type Problem = MovingRow['problems'][number];
type CellProps = {
  problem: Problem;
  isBusy: boolean;
  onMend: (value: string, forAll: boolean) => void;
};

/** One cell that needs a person: its text, what is wrong, and what would be understood. */
function Cell({ problem, isBusy, onMend }: CellProps) {
  const { t } = useTranslation('moving-in');
  const [value, setValue] = useState(problem.value);
  const [forAll, setForAll] = useState(false);
  // The lessons that a class has had are proposed: each class has its own number.
  const isOfClass = problem.field === 'sessionsUsed' && problem.choices.length > 0;
  if (problem.field === '') return <ErrorText>{problem.error}</ErrorText>;
  return (
    <Stack gap={2}>
      <PlainField
        label={problem.label}
        error={problem.error}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <Toolbar>
        {problem.choices.map((choice) => (
          <Button key={choice} wraps disabled={isBusy} onClick={() => onMend(choice, forAll)}>
            {choice}
          </Button>
        ))}
        <Button disabled={isBusy} onClick={() => onMend(value, forAll)}>
          {t('cell.mend')}
        </Button>
      </Toolbar>
      <Tick checked={forAll} onChange={(event) => setForAll(event.target.checked)}>
        {problem.value !== ''
          ? t('cell.forAll', { text: problem.value })
          : t(isOfClass ? 'cell.forAllClass' : 'cell.forAllEmpty')}
      </Tick>
    </Stack>
  );
}

/** The texts of a row that tell a person which one it is. */
const summaryOf = ({ values }: MovingRow, { fields }: MovingSheet) =>
  fields
    .flatMap(({ name }) => values[name] ?? [])
    .slice(0, 4)
    .join(DOT);

/** A student or class that a taken back move has archived comes back with its row. */
const isReturn = ({ field }: MovingRow['changes'][number]) =>
  field === 'archived' || field === 'status';

/** How names were read, so that a person sees it before they are stored. */
function TakenNames({ row: { names, titles } }: { row: MovingRow }) {
  const { t } = useTranslation(['moving-in', 'people']);
  const wordsOf = ({ written, title, name, gender }: MovingRow['titles'][number]) => {
    const read = t('read.title', { written, title, name });
    if (gender === null) return read;
    return [read, t('read.gender', { gender: t(`people:genders.${gender}`) })].join(' ');
  };
  return (
    <>
      {titles.map((one) => (
        <small key={`title ${one.written}`}>{wordsOf(one)}</small>
      ))}
      {names.map(({ written, firstName, lastName }) => (
        <small key={`name ${written}`}>
          {lastName === ''
            ? t('read.oneName', { written, firstName })
            : t('read.name', { written, firstName, lastName })}
        </small>
      ))}
    </>
  );
}

/**
 * The button of a mended row goes with it, so the focus goes on to the row in its place. `goOn`
 * says which place that is.
 */
function useNextRow(rows: readonly MovingRow[] | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const place = useRef<number>(undefined);
  useEffect(() => {
    if (!rows || place.current === undefined) return;
    const entry =
      list.current?.querySelectorAll('[data-row]')[Math.min(place.current, rows.length - 1)];
    place.current = undefined;
    if (document.activeElement === document.body)
      entry?.querySelector<HTMLElement>('input, button')?.focus();
  }, [rows]);
  return { list, goOn: (at: number) => void (place.current = at) };
}

type RowProps = {
  move: Move;
  sheet: MovingSheet;
  acts: MoveActs;
  row: MovingRow;
  isOpen: boolean;
  /** Called before the row is changed. */
  onChange: () => void;
};

function RowEntry({ move, sheet, acts, row, isOpen, onChange }: RowProps) {
  const { t } = useTranslation('moving-in');
  const isMended = isOpen && (row.state === 'problem' || row.state === 'waiting');
  const mend = (input: Partial<MovingRowInput>) => {
    onChange();
    void acts.mend(move, row._id, input);
  };
  return (
    <li data-row>
      <Stack gap={2}>
        <strong>
          {t('rowNumber', { n: row.number })} <span>{summaryOf(row, sheet)}</span>
        </strong>
        <TakenNames row={row} />
        {row.changes.some(isReturn) && <span>{t('comesBack')}</span>}
        {row.changes
          .filter((change) => !isReturn(change))
          .map(({ field, before, after }) => (
            <span key={field}>
              {sheet.fields.find(({ name }) => name === field)?.label ?? field}:{' '}
              <del>{before === '' ? t('nothing') : before}</del> <ins>{after}</ins>
            </span>
          ))}
        {row.problems.map((problem) =>
          isMended && !problem.isHint ? (
            <Cell
              key={`${problem.field} ${problem.value}`}
              problem={problem}
              isBusy={acts.isBusy}
              onMend={(value, forAll) => mend({ field: problem.field, value, forAll })}
            />
          ) : (
            <small key={`${problem.field} ${problem.error}`}>
              {[problem.label, problem.error].filter(Boolean).join(': ')}
            </small>
          ),
        )}
        {isOpen && row.state !== 'in' && row.state !== 'same' && (
          <Toolbar>
            <Button
              look="ghost"
              disabled={acts.isBusy}
              onClick={() => mend({ leftOut: row.state !== 'out' })}
            >
              {t(row.state === 'out' ? 'cell.takeIn' : 'cell.leaveOut')}
            </Button>
          </Toolbar>
        )}
      </Stack>
    </li>
  );
}

type RowsProps = Omit<RowProps, 'row' | 'onChange'> & { state: MovingRowState };

/** The rows of a sheet in one state, a page at a time. */
export function MovingRows({ state, ...props }: RowsProps) {
  const { t } = useTranslation('moving-in');
  const { move, sheet } = props;
  const [from, setFrom] = useState(0);
  const { data } = useMovingRows({ move, sheetId: sheet._id, state, from });
  const { list, goOn } = useNextRow(data?.rows);
  if (!data) return null;
  const [first] = data.rows;
  const isSettledTogether = props.isOpen && (state === 'changed' || state === 'out');
  return (
    <>
      {isSettledTogether && first && data.total > 1 && (
        <Toolbar>
          <Button
            disabled={props.acts.isBusy}
            onClick={() =>
              void props.acts.mend(move, first._id, { leftOut: state !== 'out', forAll: true })
            }
          >
            {t(state === 'out' ? 'cell.takeAllIn' : 'cell.leaveAllOut')}
          </Button>
        </Toolbar>
      )}
      <div ref={list}>
        <PanelList label={t(`row.${state}`)}>
          {data.rows.map((row, at) => (
            <RowEntry key={row._id} {...props} row={row} onChange={() => goOn(at)} />
          ))}
        </PanelList>
      </div>
      {data.total > MAX_MOVING_ROWS && (
        <Toolbar>
          <Button
            disabled={from === 0}
            onClick={() => setFrom(Math.max(0, from - MAX_MOVING_ROWS))}
          >
            {t('rowsBefore')}
          </Button>
          <Button
            disabled={from + MAX_MOVING_ROWS >= data.total}
            onClick={() => setFrom(from + MAX_MOVING_ROWS)}
          >
            {t('rowsAfter')}
          </Button>
        </Toolbar>
      )}
    </>
  );
}
