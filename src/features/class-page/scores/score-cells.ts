import type {
  Assessment,
  Score,
  scoreCell,
  ScoreSheet,
  ScoreValue,
} from '#contract/classes/assessments.ts';
import { fieldErrorText } from '#contract/field-errors.ts';
import type { Language } from '#contract/language.ts';
import { readDecimal, SCORE_DECIMALS } from '#contract/words/typed-number.ts';
import type * as z from 'zod/mini';

const nothing: ScoreValue = { score: null, mark: null };
const marks = { absent: /^(abs|absent|a|ຂາດ|ຂາດຮຽນ)$/i, exempt: /^(ex|exempt|e|ຍົກເວັ້ນ)$/i } as const;

export const cellKey = (enrolmentId: string, assessmentId: string) =>
  `${enrolmentId}:${assessmentId}`;
const partsOf = (key: string) => key.split(':') as [enrolmentId: string, assessmentId: string];

/** The text of a cell: `17.5`, `abs`, `ex` or empty. */
export const showScore = ({ score, mark }: ScoreValue) =>
  mark === null ? String(score ?? '') : mark === 'absent' ? 'abs' : 'ex';

/** The value of a typed or pasted text; `undefined` if it is invalid. */
export function readScore(text: string): ScoreValue | undefined {
  const typed = text.trim();
  if (typed === '') return nothing;
  if (marks.absent.test(typed)) return { score: null, mark: 'absent' };
  if (marks.exempt.test(typed)) return { score: null, mark: 'exempt' };
  const read = readDecimal(typed, SCORE_DECIMALS);
  return 'value' in read && read.value !== null
    ? { score: Number(read.value), mark: null }
    : undefined;
}

/** The error of a cell; `undefined` if it is valid. */
export function problemIn(
  text: string,
  { maxScore }: Pick<Assessment, 'maxScore'>,
  language: Language,
): string | undefined {
  const value = readScore(text);
  if (!value) return fieldErrorText('scoreInvalid', language);
  return value.score !== null && value.score > maxScore
    ? fieldErrorText(`tooLarge:${maxScore}`, language)
    : undefined;
}

/** The value of a cell in the average; an invalid cell counts as empty. */
export function countedScore(text: string, { maxScore }: Pick<Assessment, 'maxScore'>): ScoreValue {
  const value = readScore(text) ?? nothing;
  return value.score !== null && value.score > maxScore ? nothing : value;
}

/** The saved values, by cell. */
export function savedScores({ scores }: Pick<ScoreSheet, 'scores'>): Map<string, ScoreValue> {
  return new Map(
    scores.map(({ enrolmentId, assessmentId, score, mark }: Score) => [
      cellKey(enrolmentId, assessmentId),
      { score, mark },
    ]),
  );
}

/** The text of a saved cell. */
export const savedText = (saved: Pick<ScoreSheet, 'scores'>, key: string): string =>
  showScore(savedScores(saved).get(key) ?? nothing);

/** The typed cells for the request, each with the saved value at the time of typing. */
export function toCells(
  base: ScoreSheet,
  cells: Readonly<Record<string, string>>,
): z.input<typeof scoreCell>[] {
  const saved = savedScores(base);
  return Object.entries(cells).map(([key, text]) => {
    const [enrolmentId, assessmentId] = partsOf(key);
    return {
      enrolmentId,
      assessmentId,
      ...(readScore(text) ?? nothing),
      was: saved.get(key) ?? nothing,
    };
  });
}

/** The rows of text copied from a spreadsheet: lines of cells between tabs. */
export function pastedRows(text: string): string[][] {
  return text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t').map((part) => part.trim()));
}
