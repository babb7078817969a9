import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  isMoveBusy,
  movingRowStates,
  movingSheetKinds,
  type Move,
  type MovingSheet,
  type MovingSheetInput,
} from '#contract/imports/moving-in.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Row, Stack } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { PlainField, PlainSelect } from '#src/components/kit/plain-field.tsx';
import { Segments } from '#src/components/kit/segments.tsx';
import { SheetNotes } from './left-out-rows.tsx';
import { Questions } from './questions.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import type { MoveActs } from './move-queries.ts';
import { sheetAnchor } from './sheet-links.tsx';
import { MovingRows } from './moving-rows.tsx';
import { NotTakenColumns, SheetColumns } from './sheet-columns.tsx';

type SheetProps = { move: Move; sheet: MovingSheet; acts: MoveActs };
type Change = (input: Partial<MovingSheetInput>) => void;

/** A needed column that is empty in some rows: one value for all of them. */
function EmptyColumn({
  sheet,
  empty: { field, rows, offer },
  onFill,
}: {
  sheet: MovingSheet;
  empty: MovingSheet['empty'][number];
  onFill: (value: string) => void;
}) {
  const { t } = useTranslation('moving-in');
  const [value, setValue] = useState(offer);
  const label = sheet.fields.find(({ name }) => name === field)?.label ?? field;
  return (
    <Note tone="wait">
      <Stack gap={2}>
        <PlainField
          label={t('empty.label', { count: rows, column: label })}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
        <Row>
          <Button disabled={value.trim() === ''} onClick={() => onFill(value.trim())}>
            {t('empty.use')}
          </Button>
        </Row>
      </Stack>
    </Note>
  );
}

/** One sheet: what it is, what is asked about it, and its rows by their state. */
export function SheetPanel({ move, sheet, acts }: SheetProps) {
  const { t } = useTranslation('moving-in');
  const { counts, kind, matching, answers, defaults } = sheet;
  const states = movingRowStates.filter((state) => counts[state] > 0);
  const [chosen, setChosen] = useState<(typeof states)[number]>('problem');
  const state = states.includes(chosen) ? chosen : states[0];
  // The only sheet of a list can be nothing else.
  const hasChoice = move.list === null || move.sheets.length > 1 || kind === null;
  const isOpen = !isMoveBusy(move.state) && move.state !== 'undone';
  const change: Change = (input) =>
    void acts.changeSheet(move, sheet._id, { kind, matching, answers, defaults, ...input });
  return (
    <Panel
      title={sheet.name === '' ? t('file') : sheet.name}
      count={formatNumber(counts.rows)}
      anchor={sheetAnchor(sheet)}
    >
      <PanelText>
        <Stack>
          {hasChoice && (
            <PlainSelect
              label={t('sheet.kind')}
              value={kind ?? ''}
              disabled={!isOpen || acts.isBusy || counts.in > 0}
              onChange={(event) => {
                const found = movingSheetKinds.find((one) => one === event.target.value);
                change({ kind: found ?? null });
              }}
            >
              <option value="">{t('sheet.none')}</option>
              {(move.list === null ? movingSheetKinds : [move.list]).map((one) => (
                <option key={one} value={one}>
                  {t(`kind.${one}`)}
                </option>
              ))}
            </PlainSelect>
          )}
          {sheet.leftOut.length === 0 && sheet.besideRows.length > 0 && (
            <p>{t('sheet.beside', { rows: sheet.besideRows.join(', ') })}</p>
          )}
          <SheetNotes sheet={sheet} />
          {kind !== null && isOpen && (
            <>
              <NotTakenColumns sheet={sheet} isBusy={acts.isBusy} onChange={change} />
              <Questions
                questions={sheet.questions}
                isBusy={acts.isBusy}
                onAnswer={(answer) => change({ answers: { ...answers, ...answer } })}
              />
              {sheet.empty.map((empty) => (
                <EmptyColumn
                  key={empty.field}
                  sheet={sheet}
                  empty={empty}
                  onFill={(value) => change({ defaults: { ...defaults, [empty.field]: value } })}
                />
              ))}
              <SheetColumns sheet={sheet} isBusy={acts.isBusy} onChange={change} />
            </>
          )}
          {kind !== null && state !== undefined && (
            <>
              <Segments
                label={t('sheet.rows')}
                options={states.map((one) => ({
                  value: one,
                  label: `${t(`row.${one}`)} ${formatNumber(counts[one])}`,
                }))}
                value={state}
                onChoose={setChosen}
              />
              <MovingRows
                key={state}
                move={move}
                sheet={sheet}
                acts={acts}
                state={state}
                isOpen={isOpen}
              />
            </>
          )}
        </Stack>
      </PanelText>
    </Panel>
  );
}
