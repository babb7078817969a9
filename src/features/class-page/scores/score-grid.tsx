import { useId, useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  gradeOf,
  weightedAverage,
  type Assessment,
  type ResultRow,
  type ScoreSheet,
} from '#contract/classes/assessments.ts';
import { DOT } from '#contract/words/dot.ts';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { currentName } from '#src/lib/text/person-name.ts';
import {
  cellKey,
  countedScore,
  pastedRows,
  problemIn,
  savedScores,
  showScore,
} from './score-cells.ts';
import styles from './scores.module.css';
type Cells = Readonly<Record<string, string>>;
type Place = { row: number; column: number };

const MOVES: Partial<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Enter: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Tab: [0, 1],
};

/** True if the key leaves this cell; while a text is being typed, left and right move within it. */
function leaves({
  key,
  shiftKey,
  currentTarget,
}: KeyboardEvent<HTMLInputElement>): readonly [number, number] | undefined {
  const { selectionStart, selectionEnd, value } = currentTarget;
  const isWhole = selectionStart === 0 && selectionEnd === value.length;
  if (key === 'ArrowLeft' && !isWhole && selectionStart !== 0) return undefined;
  if (key === 'ArrowRight' && !isWhole && selectionEnd !== value.length) return undefined;
  const [rows, columns] = MOVES[key] ?? [0, 0];
  if (rows === 0 && columns === 0) return undefined;
  return shiftKey && (key === 'Tab' || key === 'Enter') ? [-rows, -columns] : [rows, columns];
}

/** Moves between the cells by the keys of a spreadsheet; only one cell is in the Tab order. */
function useCells(rows: number, columns: number) {
  const table = useRef<HTMLTableElement>(null);
  const focus = ({ row, column }: Place) => {
    const cell = table.current?.querySelector<HTMLInputElement>(
      `input[data-row="${row}"][data-column="${column}"]`,
    );
    cell?.focus();
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    return cell !== null && cell !== undefined;
  };
  const move = (event: KeyboardEvent<HTMLInputElement>, from: Place) => {
    const step = leaves(event);
    if (!step) return;
    const to = { row: from.row + step[0], column: from.column + step[1] };
    const isInside = to.row >= 0 && to.row < rows && to.column >= 0 && to.column < columns;
    // At the end of a row, Tab continues on the page.
    if (isInside && focus(to)) event.preventDefault();
    else if (event.key !== 'Tab') event.preventDefault();
  };
  return { table, move };
}

type GridProps = {
  /** The saved values; typed ones take precedence over `base`. */
  sheet: ScoreSheet;
  base: ScoreSheet;
  cells: Cells;
  mayWrite: boolean;
  active: Place;
  onActive: (place: Place) => void;
  /**
   * The cells after one step; all typing during one visit of a cell is a single step named after
   * it.
   */
  onCells: (cells: Record<string, string>, step?: string) => void;
  onAssessment: (assessment: Assessment) => void;
};

/** The cells after entering `texts`; a value equal to the saved one is no change. */
export function withCells(
  { base }: { base: ScoreSheet },
  cells: Cells,
  texts: readonly (readonly [key: string, text: string])[],
): Record<string, string> {
  const saved = savedScores(base);
  const next = { ...cells };
  for (const [key, text] of texts) {
    if (text.trim() === showScore(saved.get(key) ?? { score: null, mark: null })) delete next[key];
    else next[key] = text;
  }
  return next;
}

export const isOpen = ({ status }: Assessment) => status === 'open' || status === 'published';

/** The average of a student from the current cells, saved or not; invalid cells are left out. */
function averageOf(
  { assessments }: ScoreSheet,
  { enrolmentId }: ResultRow,
  textOf: (key: string) => string,
): number | null {
  return weightedAverage(
    assessments.map(({ _id, maxScore, weight }) => ({
      ...countedScore(textOf(cellKey(enrolmentId, _id)), { maxScore }),
      maxScore,
      weight,
    })),
  );
}

function Heads({
  assessments,
  onAssessment,
}: {
  assessments: readonly Assessment[];
  onAssessment: (assessment: Assessment) => void;
}) {
  const { t } = useTranslation('class-page');
  return (
    <thead>
      <tr>
        <th scope="col">{t('scores.student')}</th>
        {assessments.map((one) => (
          <th key={one._id} scope="col">
            <button type="button" className={styles.head} onClick={() => onAssessment(one)}>
              <strong>{one.name}</strong>
              <small>{t('scores.of', { max: one.maxScore, weight: one.weight })}</small>
              <small>
                {[t(`scores.states.${one.status}`), showDay(one.date)].filter(Boolean).join(DOT)}
              </small>
            </button>
          </th>
        ))}
        <th scope="col">{t('scores.average')}</th>
      </tr>
    </thead>
  );
}

/**
 * Scores as a spreadsheet: students down, assessments across; arrows, Enter, Tab, Escape and pasted
 * blocks work as in one.
 */
export function ScoreGrid({
  sheet,
  base,
  cells,
  mayWrite,
  active,
  onActive,
  onCells,
  onAssessment,
}: GridProps) {
  const { t } = useTranslation('class-page');
  const language = useLanguage();
  const id = useId();
  const { assessments, students } = sheet;
  const { table, move } = useCells(students.length, assessments.length);
  const saved = savedScores(base);
  const textOf = (key: string) =>
    cells[key] ?? showScore(saved.get(key) ?? { score: null, mark: null });
  const keyAt = ({ row, column }: Place) =>
    cellKey(students[row]?.enrolmentId ?? '', assessments[column]?._id ?? '');
  const visits = useRef(0);
  const type = (key: string, text: string) =>
    onCells(withCells({ base }, cells, [[key, text]]), `${key} ${visits.current}`);
  const paste = (event: ClipboardEvent, from: Place) => {
    const rows = pastedRows(event.clipboardData.getData('text/plain'));
    event.preventDefault();
    const targets = rows.flatMap((line, down) =>
      line.map((text, right) => ({ text, row: from.row + down, column: from.column + right })),
    );
    const inside = targets.filter(
      ({ row, column }) => students[row] && assessments[column] && isOpen(assessments[column]),
    );
    onCells(
      withCells(
        { base },
        cells,
        inside.map(({ text, ...place }) => [keyAt(place), text]),
      ),
    );
  };
  return (
    <div className={styles.scroller}>
      <table ref={table} role="grid" aria-label={t('tabs.scores')} className={styles.grid}>
        <Heads assessments={assessments} onAssessment={onAssessment} />
        <tbody>
          {students.map((student, row) => {
            const name = currentName(student);
            const average = averageOf(sheet, student, textOf);
            return (
              <tr key={student.enrolmentId}>
                <th scope="row">
                  <WholeWords text={name} />
                  <small>{student.studentCode}</small>
                </th>
                {assessments.map((assessment, column) => {
                  const place = { row, column };
                  const key = keyAt(place);
                  const problem = problemIn(textOf(key), assessment, language);
                  return (
                    <td
                      key={assessment._id}
                      role="gridcell"
                      data-typed={key in cells || undefined}
                      data-wrong={problem !== undefined || undefined}
                    >
                      <input
                        data-row={row}
                        data-column={column}
                        data-cell={key}
                        aria-label={`${name}, ${assessment.name}`}
                        aria-invalid={problem !== undefined}
                        aria-describedby={problem && `${id}-${row}-${column}`}
                        autoComplete="off"
                        inputMode="decimal"
                        enterKeyHint="next"
                        readOnly={!mayWrite || !isOpen(assessment)}
                        tabIndex={row === active.row && column === active.column ? 0 : -1}
                        value={textOf(key)}
                        onFocus={({ target }) => {
                          target.select();
                          visits.current += 1;
                          onActive(place);
                        }}
                        onChange={({ target }) => type(key, target.value)}
                        onPaste={(event) => mayWrite && isOpen(assessment) && paste(event, place)}
                        onKeyDown={(event) => {
                          if (event.key === 'Escape')
                            type(key, showScore(saved.get(key) ?? { score: null, mark: null }));
                          else move(event, place);
                        }}
                      />
                      {problem && (
                        <small id={`${id}-${row}-${column}`} className={styles.why}>
                          {problem}
                        </small>
                      )}
                    </td>
                  );
                })}
                <td role="gridcell" className={styles.average}>
                  {average === null ? '–' : `${average.toFixed(1)} ${gradeOf(average) ?? ''}`}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
