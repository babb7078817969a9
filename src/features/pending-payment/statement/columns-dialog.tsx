import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SheetAnswers } from '#contract/imports/sheet-questions.ts';
import { statementFields, type StatementPreview } from '#contract/money/statements.ts';
import { PlainSelect } from '#src/components/kit/plain-field.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { ColumnTable } from '#src/entities/import/column-table.tsx';
import { Questions } from '#src/entities/import/questions.tsx';
import { failureText } from '#src/lib/request/failure-text.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { DirectionWords, type Directions } from './direction-words.tsx';
import { PreviewRows } from './preview-rows.tsx';
import { previewStatement, type StatementChosen } from './statement-queries.ts';

const needed = ['day', 'amount'] as const;

type ColumnsDialogProps = {
  accountId: string;
  file: File;
  found: StatementPreview;
  onChosen: (chosen: StatementChosen) => void;
  onClose: () => void;
};

const wordsWith = (directions: Directions, direction: 'in' | 'out') =>
  Object.entries(directions).flatMap(([word, one]) => (one === direction ? [word] : []));

const matchingOf = ({ columns, known }: StatementPreview): (string | null)[] =>
  columns.map((_column, at) => statementFields.find((field) => known[field] === at) ?? null);

/** The choice of the dialog; the server reads the file anew after each change of it. */
function useChoice({ accountId, file, found }: ColumnsDialogProps) {
  const [preview, setPreview] = useState(found);
  const [problem, setProblem] = useState<string>();
  const [isTouched, setTouched] = useState(false);
  const [matching, setMatching] = useState(() => matchingOf(found));
  const [directions, setDirections] = useState<Directions>(() => ({
    ...Object.fromEntries(found.inWords.map((word) => [word, 'in' as const])),
    ...Object.fromEntries(found.outWords.map((word) => [word, 'out' as const])),
  }));
  const [answers, setAnswers] = useState<SheetAnswers>({});
  const [sheet, setSheet] = useState<string>();
  const asked = useRef(0);
  // The counts are of the choice before until the file has been read again.
  const [isReading, setReading] = useState(false);
  const chosenOf = (
    columns: readonly (string | null)[],
    words: Directions,
    told: SheetAnswers,
    touched: boolean,
    ofSheet: string | undefined,
  ): StatementChosen => ({
    ...(touched && {
      columns: Object.fromEntries(
        statementFields.flatMap((field) =>
          columns.includes(field) ? [[field, columns.indexOf(field)]] : [],
        ),
      ),
      inWords: wordsWith(words, 'in'),
      outWords: wordsWith(words, 'out'),
    }),
    ...(ofSheet !== undefined && { sheet: ofSheet }),
    answers: told,
  });
  const read = async (chosen: StatementChosen) => {
    const { columns } = chosen;
    if (columns && (columns.day === undefined || columns.amount === undefined)) return;
    asked.current += 1;
    const turn = asked.current;
    setReading(true);
    const result = await previewStatement(accountId, file, chosen, true);
    if (turn !== asked.current) return;
    setReading(false);
    setProblem(result.outcome === 'saved' ? undefined : failureText(result));
    if (result.outcome === 'saved') setPreview(result.row);
    return result.outcome === 'saved' ? result.row : undefined;
  };
  return {
    preview,
    problem,
    matching,
    directions,
    answers,
    sheet,
    isReading,
    chosen: () => chosenOf(matching, directions, answers, isTouched, sheet),
    choose: (column: number, field: string | null) => {
      const next = matching.with(column, field);
      setMatching(next);
      setTouched(true);
      void read(chosenOf(next, directions, answers, true, sheet));
    },
    direct: (word: string, direction: 'in' | 'out' | undefined) => {
      const next = { ...directions, [word]: direction };
      setDirections(next);
      setTouched(true);
      void read(chosenOf(matching, next, answers, true, sheet));
    },
    /** Another sheet has other columns, so they are recognised anew. */
    take: async (name: string) => {
      setSheet(name);
      setTouched(false);
      const row = await read({ sheet: name, answers });
      if (row) setMatching(matchingOf(row));
    },
    answer: (told: SheetAnswers) => {
      setAnswers(told);
      void read(chosenOf(matching, directions, told, isTouched, sheet));
    },
  };
}

/**
 * Asks about a file that is not understood as a whole: its columns, the words for money in and out,
 * and its questions. The counts below say at once how the file would be read.
 */
export function ColumnsDialog(props: ColumnsDialogProps) {
  const { t } = useTranslation(['pending-payment', 'tables', 'common']);
  const choice = useChoice(props);
  const { preview, matching, directions, answers, problem, isReading } = choice;
  const { columns, counts, questions, sheetName, otherSheets } = preview;
  const missing = needed.filter((field) => !matching.includes(field));
  const direction = matching.indexOf('direction');
  const words = columns[direction]?.words ?? [];
  const isAsked = questions.some(({ settled }) => !settled);
  return (
    <Dialog
      title={t('statement.columns')}
      description={t('statement.columnsText', { file: props.file.name })}
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{t('common:action.back')}</Button>
          <Button
            look="solid"
            disabled={isReading || missing.length > 0 || isAsked || (counts?.in ?? 0) === 0}
            onClick={() => props.onChosen(choice.chosen())}
          >
            {t('statement.columnsSubmit')}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        {otherSheets.length > 0 && (
          <PlainSelect
            label={t('statement.sheet')}
            value={sheetName}
            onChange={({ target }) => void choice.take(target.value)}
          >
            {[sheetName, ...otherSheets.map(({ name }) => name)].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </PlainSelect>
        )}
        <Questions
          questions={questions}
          isBusy={false}
          onAnswer={(answer) => choice.answer({ ...answers, ...answer })}
        />
        <ColumnTable
          headings={columns.map(({ heading }) => heading)}
          samplesOf={(column) => columns[column]?.samples ?? []}
          fields={statementFields.map((name) => ({ name, label: t(`statement.column.${name}`) }))}
          matching={matching}
          onChoose={choice.choose}
        />
        <DirectionWords words={words} directions={directions} onDirect={choice.direct} />
        <div role="status">
          {missing.length > 0 ? (
            <ErrorText>
              {t('tables:import.match.missing', {
                fields: missing.map((field) => t(`statement.column.${field}`)).join(', '),
              })}
            </ErrorText>
          ) : (
            counts && t('statement.reading', counts)
          )}
        </div>
        {missing.length === 0 && <PreviewRows preview={preview} />}
        {problem !== undefined && <ErrorText role="alert">{problem}</ErrorText>}
      </Stack>
    </Dialog>
  );
}
