import { useTranslation } from 'react-i18next';
import {
  columnUses,
  type MovingSheet,
  type MovingSheetInput,
} from '#contract/imports/moving-in.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { PlainSelect } from '#src/components/kit/plain-field.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';

type ColumnsProps = {
  sheet: MovingSheet;
  isBusy: boolean;
  onChange: (input: Partial<MovingSheetInput>) => void;
};

const uses = new Set<string>(Object.values(columnUses));

/** The matching with one column changed; a field that another column had is taken from it. */
const withColumn = ({ matching }: MovingSheet, at: number, value: string) =>
  matching.map((field, index) => {
    if (index === at) return value === '' ? null : value;
    return field === value && !uses.has(value) ? null : field;
  });

/** What one column of the file is. */
function ColumnChoice({ sheet, at, isBusy, onChange }: ColumnsProps & { at: number }) {
  const { t } = useTranslation('moving-in');
  const heading = sheet.headings[at] ?? '';
  return (
    <PlainSelect
      label={heading === '' ? t('columns.nameless', { n: at + 1 }) : heading}
      help={sheet.samples[at]}
      value={sheet.matching[at] ?? ''}
      disabled={isBusy}
      onChange={(event) => onChange({ matching: withColumn(sheet, at, event.target.value) })}
    >
      <option value="">{t('columns.none')}</option>
      <option value={columnUses.out}>{t('columns.out')}</option>
      {sheet.hasNote && <option value={columnUses.note}>{t('columns.note')}</option>}
      {sheet.fields.map(({ name, label, required }) => (
        <option key={name} value={name}>
          {required ? `${label} *` : label}
        </option>
      ))}
    </PlainSelect>
  );
}

/** Columns with content that nobody has named a field for: said openly, and settled here. */
export function NotTakenColumns(props: ColumnsProps) {
  const { t } = useTranslation('moving-in');
  const { sheet, isBusy, onChange } = props;
  const { notTaken, headings, matching, hasNote } = sheet;
  if (notTaken.length === 0) return null;
  const named = notTaken.map((at) => headings[at] || t('columns.nameless', { n: at + 1 }));
  const settle = (use: string) =>
    onChange({ matching: matching.map((field, at) => (notTaken.includes(at) ? use : field)) });
  return (
    <Note
      tone="wait"
      title={t('columns.notTaken', { count: notTaken.length, columns: named.join(', ') })}
    >
      <Stack gap={2}>
        {notTaken.map((at) => (
          <ColumnChoice key={at} {...props} at={at} />
        ))}
        <Toolbar>
          {hasNote && (
            <Button disabled={isBusy} onClick={() => settle(columnUses.note)}>
              {t('columns.allToNote')}
            </Button>
          )}
          <Button disabled={isBusy} onClick={() => settle(columnUses.out)}>
            {t('columns.allOut')}
          </Button>
        </Toolbar>
      </Stack>
    </Note>
  );
}

/** What each column of the file is; the headings that a person names are known from then on. */
export function SheetColumns(props: ColumnsProps) {
  const { t } = useTranslation('moving-in');
  const { headings } = props.sheet;
  return (
    <details>
      <summary>{t('columns.title', { count: headings.length })}</summary>
      <Stack gap={2}>
        {headings.map((heading, at) => (
          <ColumnChoice key={`${at} ${heading}`} {...props} at={at} />
        ))}
      </Stack>
    </details>
  );
}
