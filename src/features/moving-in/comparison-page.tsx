import { PenLine, Scale } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  controlsThatDiffer,
  isDifferent,
  type MoveComparison,
} from '#contract/imports/move-comparison.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Fact, Facts } from '#src/components/kit/facts.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { PrintButton } from '#src/components/print/print-button.tsx';
import { PrintFrame } from '#src/components/print/print-frame.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { checkText, formatDateTime } from '#src/lib/text/format.ts';
import { useOnline } from '#src/offline/use-online.ts';
import { ControlTotals } from './control-totals.tsx';
import { BranchSums, FamilySums, LeftOutRows } from './comparison-tables.tsx';
import styles from './comparison.module.css';
import { moveAddress } from './move-address.ts';
import { useCentreMoveActs, useComparison } from './centre-move-queries.ts';

type PartProps = { id: string; comparison: MoveComparison };

/** Room for a name, a signature and a day by hand. */
const LINE = '_'.repeat(60);
const shownCode = (code: string) => checkText(code.toUpperCase());

/** What is compared, its check code, and who has signed it. */
function Head({ comparison }: Pick<PartProps, 'comparison'>) {
  const { t } = useTranslation('moving-in');
  const { fileName, day, code, signed } = comparison;
  return (
    <Panel title={t('compare.head')}>
      <PanelText>
        <Stack>
          <p>{t('compare.text')}</p>
          <Facts label={t('compare.head')}>
            <Fact label={t('file')}>{fileName === '' ? t('noName') : fileName}</Fact>
            {day !== null && <Fact label={t('compare.day')}>{showDay(day)}</Fact>}
            <Fact label={t('compare.code')}>
              <bdi dir="ltr">{shownCode(code)}</bdi>
            </Fact>
            <Fact label={t('compare.signature')}>
              {signed
                ? [signed.by, formatDateTime(signed.at), shownCode(signed.code)].join(DOT)
                : t('compare.notSigned')}
            </Fact>
          </Facts>
          {signed && signed.code !== code && <Note tone="wait">{t('compare.since')}</Note>}
        </Stack>
      </PanelText>
    </Panel>
  );
}

/** The signature below everything that is signed. A difference may be signed, and is named. */
function SignBar({ id, comparison }: PartProps) {
  const { t } = useTranslation(['moving-in', 'common']);
  const { ask, dialog } = useConfirm();
  const isOnline = useOnline();
  const acts = useCentreMoveActs();
  const { code, families, controls, leftOut } = comparison;
  const differing = families.filter(isDifferent).length;
  const controlsDiffering = controlsThatDiffer(controls);
  const sign = async () => {
    const found = [
      differing === 0 ? t('compare.allSame') : t('compare.differ', { count: differing }),
      controlsDiffering > 0 && t('compare.controlsDiffer', { count: controlsDiffering }),
      leftOut.rows.length > 0 && t('compare.notIn', { count: leftOut.rows.length }),
      t('compare.codeIs', { code: shownCode(code) }),
    ];
    const isSure = await ask({
      title: t('compare.signTitle'),
      text: found.filter(Boolean).join(' '),
      confirm: t('compare.sign'),
      cancel: t('common:action.cancel'),
    });
    if (isSure) await acts.sign(id, code);
  };
  return (
    <>
      <ErrorText role="alert">{acts.problem}</ErrorText>
      <Toolbar align="end" isSticky>
        <Button
          icon={PenLine}
          look="solid"
          busy={acts.isBusy}
          disabled={!isOnline}
          onClick={() => void sign()}
        >
          {t('compare.sign')}
        </Button>
      </Toolbar>
      {dialog}
    </>
  );
}

function Comparison({ id, comparison }: PartProps) {
  const { t } = useTranslation('moving-in');
  if (comparison.day === null)
    return <EmptyState icon={Scale} title={t('compare.nothing')} text={t('compare.nothingHint')} />;
  return (
    <Stack>
      <Head comparison={comparison} />
      <BranchSums comparison={comparison} />
      <ControlTotals totals={comparison.controls} />
      <FamilySums comparison={comparison} />
      <LeftOutRows comparison={comparison} />
      <p className={styles.onPaper} data-paper>
        {t('compare.byHand')} {LINE}
      </p>
      {comparison.signed === null && <SignBar id={id} comparison={comparison} />}
    </Stack>
  );
}

/** The last step of moving in: the old book against this one, on screen and on paper. */
export function ComparisonPage({ id }: { id: string }) {
  const { t } = useTranslation('moving-in');
  const { data: comparison, error, refetch } = useComparison(id);
  const title = t('compare.title');
  return (
    <>
      <PageHeader title={title} back={moveAddress(id)}>
        {comparison && comparison.day !== null && <PrintButton />}
      </PageHeader>
      {comparison && (
        <PrintFrame
          isBuilt
          title={title}
          branch={comparison.branches.map(({ branchCode }) => branchCode).join(', ')}
          filters={[comparison.fileName, t('compare.codeIs', { code: shownCode(comparison.code) })]}
        />
      )}
      {comparison && <Comparison id={id} comparison={comparison} />}
      {!comparison &&
        (error ? (
          <LoadFailed error={error} failed={t('compare.failed')} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton columns={7} />
        ))}
    </>
  );
}
