import type { Assessment, Score, scoreCell, ScoreSheet, ScoreValue } from '#contract/assessments.ts';
import { fieldErrorText } from '#contract/field-errors.ts';
import type { Language } from '#contract/language.ts';
import type * as z from 'zod/mini';

const nothing: ScoreValue = { score: null, mark: null };
const marks = { absent: /^(abs|absent|a|ຂາດ|ຂາດຮຽນ)$/i, exempt: /^(ex|exempt|e|ຍົກເວັ້ນ)$/i } as const;
const NUMBER = /^\d{1,4}([.,]\d{1,2})?$/;

export const cellKey = (enrolmentId: string, assessmentId: string) => `${enrolmentId}:${assessmentId}`;
const partsOf = (key: string) => key.split(':') as [enrolmentId: string, assessmentId: string];

/** A cell as it stands in the sheet: `17.5`, `abs`, `ex` or empty. */
export const showScore = ({ score, mark }: ScoreValue) => (mark === null ? String(score ?? '') : mark === 'absent' ? 'abs' : 'ex');

/** What was typed or pasted into a cell; `undefined` when it is none of what may stand there. */
export function readScore(text: string): ScoreValue | undefined {
  const typed = text.trim();
  if (typed === '') return nothing;
  if (marks.absent.test(typed)) return { score: null, mark: 'absent' };
  if (marks.exempt.test(typed)) return { score: null, mark: 'exempt' };
  return NUMBER.test(typed) ? { score: Number(typed.replace(',', '.')), mark: null } : undefined;
}

/** What is wrong with a cell; `undefined` when nothing is. */
export function problemIn(text: string, { maxScore }: Pick<Assessment, 'maxScore'>, language: Language): string | undefined {
  const value = readScore(text);
  if (!value) return fieldErrorText('invalid', language);
  return value.score !== null && value.score > maxScore ? fieldErrorText(`tooLarge:${maxScore}`, language) : undefined;
}

/** What is saved, by the cell. */
export function savedScores({ scores }: Pick<ScoreSheet, 'scores'>): Map<string, ScoreValue> {
  return new Map(scores.map(({ enrolmentId, assessmentId, score, mark }: Score) => [cellKey(enrolmentId, assessmentId), { score, mark }]));
}

/** The typed cells as they are sent, over what was saved when they were typed. */
export function toCells(base: ScoreSheet, cells: Readonly<Record<string, string>>): z.input<typeof scoreCell>[] {
  const saved = savedScores(base);
  return Object.entries(cells).map(([key, text]) => {
    const [enrolmentId, assessmentId] = partsOf(key);
    return { enrolmentId, assessmentId, ...(readScore(text) ?? nothing), was: saved.get(key) ?? nothing };
  });
}

/** The rows of what was copied from a sheet: lines of cells between tabs. */
export function pastedRows(text: string): string[][] {
  return text.replace(/\r?\n$/, '').split(/\r?\n/).map((line) => line.split('\t').map((part) => part.trim()));
}
