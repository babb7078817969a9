import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StatementColumns } from '#contract/statements.ts';
import { Dialog } from '#src/components/feedback/dialog.tsx';
import { ColumnTable } from '#src/entities/import/column-table.tsx';
import controls from '#src/theme/controls.module.css';
import type { ChosenColumns } from './statement-queries.ts';

const fields = ['day', 'amount', 'reference'] as const;
const needed = ['day', 'amount'] as const;

type ColumnsDialogProps = {
  found: StatementColumns;
  fileName: string;
  onChosen: (chosen: ChosenColumns) => void;
  onClose: () => void;
};

/**
 * Asks for the columns of the day, the amount and the reference, in a file whose headings are
 * unknown.
 */
export function ColumnsDialog({
  found: { columns, known },
  fileName,
  onChosen,
  onClose,
}: ColumnsDialogProps) {
  const { t } = useTranslation(['pending-payment', 'tables', 'common']);
  const [matching, setMatching] = useState<(string | null)[]>(() =>
    columns.map((_column, at) => fields.find((field) => known[field] === at) ?? null),
  );
  const missing = needed.filter((field) => !matching.includes(field));
  const chosen = () =>
    Object.fromEntries(
      fields.flatMap((field) =>
        matching.includes(field) ? [[field, matching.indexOf(field)]] : [],
      ),
    ) as ChosenColumns;
  return (
    <Dialog
      title={t('statement.columns')}
      description={t('statement.columnsText', { file: fileName })}
      onClose={onClose}
      footer={
        <>
          <button type="button" className={controls.button} onClick={onClose}>
            {t('common:action.back')}
          </button>
          <button
            type="button"
            className={`${controls.button} ${controls.solid}`}
            disabled={missing.length > 0}
            onClick={() => onChosen(chosen())}
          >
            {t('statement.columnsSubmit')}
          </button>
        </>
      }
    >
      <ColumnTable
        headings={columns.map(({ heading }) => heading)}
        samplesOf={(column) => columns[column]?.samples ?? []}
        fields={fields.map((name) => ({ name, label: t(`statement.column.${name}`) }))}
        matching={matching}
        onChoose={(column, field) => setMatching(matching.with(column, field))}
      />
      <p role="status" className={missing.length > 0 ? controls.error : undefined}>
        {missing.length > 0 &&
          t('tables:import.match.missing', {
            fields: missing.map((field) => t(`statement.column.${field}`)).join(', '),
          })}
      </p>
    </Dialog>
  );
}
