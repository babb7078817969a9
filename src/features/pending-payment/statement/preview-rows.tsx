import { useTranslation } from 'react-i18next';
import type { StatementPreview } from '#contract/money/statements.ts';
import { Lines } from '#src/entities/import/lines.tsx';
import { formatNumber } from '#src/lib/text/format.ts';

/** The rows of a file that would not be in, with their reasons, before the file is loaded. */
export function PreviewRows({ preview }: { preview: StatementPreview }) {
  const { t } = useTranslation('pending-payment');
  const { columns, counts } = preview;
  const heads = columns.map(({ heading }) => heading);
  if (!counts) return null;
  return (['unread', 'notIncoming'] as const).map(
    (kind) =>
      counts[kind] > 0 && (
        <details key={kind} open={kind === 'unread'}>
          <summary>
            {t(`statement.count.${kind}`)} <b>{formatNumber(counts[kind])}</b>
          </summary>
          <Lines
            label={t(`statement.count.${kind}`)}
            heads={[t('statement.rowHead'), t('statement.why'), ...heads]}
            lines={preview[kind].map(({ row, reason, cells }) => [
              row,
              t(`statement.reason.${reason}`),
              ...cells,
            ])}
            count={counts[kind]}
          />
        </details>
      ),
  );
}
