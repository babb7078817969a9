import { Check, FileUp, Landmark, Undo2 } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StatementLine, StatementPreview, StatementView } from '#contract/money/statements.ts';
import { DOT } from '#contract/words/dot.ts';
import { Note } from '#src/components/kit/note.tsx';
import { Row, Stack } from '#src/components/kit/layout.tsx';
import { PlainSelect } from '#src/components/kit/plain-field.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { usePayRules } from '#src/entities/payment/pay-queries.ts';
import {
  useSlipActions,
  useVerificationChanged,
} from '#src/features/pending-payment/verify-queries.ts';
import { showFailure } from '#src/lib/request/failure-text.ts';
import { formatDate, formatDateTime } from '#src/lib/text/format.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { showToast } from '#src/lib/toast.ts';
import { useNewRecordBranchId } from '#src/offline/branch-choice.ts';
import { FileRows } from './file-rows.tsx';
import { MatchTable } from './match-table.tsx';
import {
  previewStatement,
  sendStatement,
  takeStatementBack,
  useStatement,
  type StatementChosen,
} from './statement-queries.ts';
import styles from './statement.module.css';
import { MissingList, UnknownList } from './unknown-lists.tsx';

/** Loaded lazily with its words: few files need it. */
const ColumnsDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('./columns-dialog.tsx'), loadWords('tables')]);
  return { default: dialog.ColumnsDialog };
});
const RecordDialog = lazy(async () => ({
  default: (await import('./record-dialog.tsx')).RecordMoneyDialog,
}));

/** True for a file that is not understood as a whole. */
const asksPerson = ({ known, isKept, counts, questions }: StatementPreview): boolean =>
  known.day === null ||
  known.amount === null ||
  (known.reference === null && !isKept) ||
  questions.some(({ settled }) => !settled) ||
  counts === null ||
  counts.in === 0 ||
  counts.unread > 0;

/** The matches for each slip; a person confirms the ticked ones, never the program. */
function Statement({ view }: { view: StatementView }) {
  const { t } = useTranslation(['pending-payment', 'common']);
  const { loaded, lines, missing, currency } = view;
  const acts = useSlipActions();
  const question = useConfirm();
  const changed = useVerificationChanged();
  const [untouched, setUntouched] = useState<ReadonlySet<string>>(new Set());
  const [recording, setRecording] = useState<StatementLine>();
  const proposed = lines.filter(({ proposal }) => proposal !== null);
  const mayTick = ({ proposal }: StatementLine) =>
    proposal !== null && proposal.by !== 'reference' && !proposal.isOwn;
  // A match by reference and amount is ticked until somebody unticks it; a match by amount alone is
  // unticked until somebody ticks it.
  const isTicked = (line: StatementLine) =>
    mayTick(line) && (line.proposal?.by === 'both') !== untouched.has(line._id);
  const ticked = proposed.filter(isTicked);
  const unknown = lines.filter(({ payment, proposal }) => payment === null && proposal === null);
  const toggle = (id: string) =>
    setUntouched(
      new Set(untouched.has(id) ? [...untouched].filter((one) => one !== id) : [...untouched, id]),
    );
  const confirm = async () => {
    const isSure = await question.ask({
      title: t('several.title', { count: ticked.length }),
      text: t('several.text'),
      confirm: t('several.confirm', { count: ticked.length }),
      cancel: t('common:action.back'),
    });
    if (isSure)
      await acts.confirmAll(
        ticked.flatMap(({ _id, proposal }) => (proposal ? [{ ...proposal, lineId: _id }] : [])),
      );
  };
  const takeBack = async () => {
    if (!loaded) return;
    const isSure = await question.ask({
      title: t('statement.takeBack'),
      text: t('statement.takeBackText', { file: loaded.fileName }),
      confirm: t('statement.takeBack'),
      cancel: t('common:action.back'),
    });
    if (!isSure) return;
    const result = await takeStatementBack(loaded.statementId);
    if (result.outcome === 'saved')
      showToast('success', t('statement.takenBack', { rows: result.row.rows }));
    else showFailure(result);
    await changed();
  };
  if (!loaded)
    return (
      <EmptyState icon={Landmark} title={t('statement.none')} text={t('statement.noneHint')} />
    );
  const known = lines.filter(({ payment }) => payment !== null).length;
  return (
    <Stack>
      <Note>
        <p className={styles.said}>
          <b>
            {t('statement.of', {
              from: formatDate(loaded.from),
              to: formatDate(loaded.to),
              file: [loaded.fileName, loaded.sheetName].filter(Boolean).join(', '),
            })}
          </b>
          <span>
            {t('statement.sums', {
              rows: lines.length,
              fit: proposed.length,
              known,
              unknown: unknown.length,
            })}
          </span>
          <small>{t('statement.loaded', { at: formatDateTime(loaded.at), by: loaded.by })}</small>
        </p>
        {loaded.mayTakeBack && (
          <Button icon={Undo2} onClick={() => void takeBack()}>
            {t('statement.takeBack')}
          </Button>
        )}
        <Button
          icon={Check}
          look="solid"
          disabled={ticked.length === 0 || acts.isBusy}
          onClick={() => void confirm()}
        >
          {t('several.confirm', { count: ticked.length })}
        </Button>
      </Note>
      <FileRows view={view} />
      {proposed.length > 0 && (
        <MatchTable
          lines={proposed}
          currency={currency}
          isTicked={isTicked}
          mayTick={mayTick}
          onTick={toggle}
        />
      )}
      <UnknownList lines={unknown} currency={currency} onRecord={setRecording} />
      <MissingList missing={missing} currency={currency} />
      {recording && (
        <Suspense>
          <RecordDialog
            line={recording}
            currency={currency}
            onClose={() => setRecording(undefined)}
          />
        </Suspense>
      )}
      {question.dialog}
    </Stack>
  );
}

/** The statement of an account: a file is loaded, and its rows appear beside the slips. */
export function StatementPage() {
  const { t } = useTranslation('pending-payment');
  const branchId = useNewRecordBranchId();
  const rules = usePayRules(branchId);
  const [chosen, setChosen] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [choosing, setChoosing] = useState<{ file: File; found: StatementPreview }>();
  const changed = useVerificationChanged();
  const accounts = rules.data?.bankAccounts ?? [];
  const account = chosen || (accounts[0]?._id ?? '');
  const view = useStatement(account);
  const send = async (picked: File, chosen: StatementChosen) => {
    setChoosing(undefined);
    setBusy(true);
    const result = await sendStatement(account, picked, chosen);
    setBusy(false);
    if (result.outcome === 'saved')
      showToast('success', t('statement.read', { notIncoming: 0, unread: 0, ...result.row }));
    else showFailure(result);
    await changed();
  };
  // A file that is understood is read at once; otherwise the person is asked about it.
  const load = async (picked: File) => {
    setBusy(true);
    const result = await previewStatement(account, picked, {});
    setBusy(false);
    if (result.outcome !== 'saved') return showFailure(result);
    return asksPerson(result.row)
      ? setChoosing({ file: picked, found: result.row })
      : send(picked, {});
  };
  // Without the branch's rules the accounts are unknown, so an error there counts first.
  const failed = rules.data === undefined && rules.error ? rules : view;
  if (rules.data && accounts.length === 0)
    return (
      <EmptyState
        icon={Landmark}
        title={t('statement.noAccount')}
        text={t('statement.noAccountHint')}
      />
    );
  return (
    <Stack>
      <Row gap={3} align="end">
        <PlainSelect
          label={t('facts.account')}
          value={account}
          // The file that is being read is of this account.
          disabled={isBusy}
          onChange={(event) => setChosen(event.target.value)}
        >
          {accounts.map(({ _id, bank, accountName, accountNo, currency }) => (
            <option
              key={_id}
              value={_id}
            >{`${bank}${DOT}${accountNo}${DOT}${currency}${DOT}${accountName}`}</option>
          ))}
        </PlainSelect>
        <input
          ref={file}
          type="file"
          hidden
          aria-label={t('statement.load')}
          accept=".xlsx,.csv,text/csv"
          onChange={({ target }) => {
            const [picked] = target.files ?? [];
            target.value = '';
            if (picked) void load(picked);
          }}
        />
        <Button
          icon={FileUp}
          disabled={isBusy || account === ''}
          onClick={() => file.current?.click()}
        >
          {t('statement.load')}
        </Button>
      </Row>
      {choosing && (
        <Suspense>
          <ColumnsDialog
            found={choosing.found}
            accountId={account}
            file={choosing.file}
            onClose={() => setChoosing(undefined)}
            onChosen={(chosen) => void send(choosing.file, chosen)}
          />
        </Suspense>
      )}
      {view.data ? (
        <Statement key={account} view={view.data} />
      ) : failed.error ? (
        <LoadFailed
          error={failed.error}
          failed={t('statement.failed')}
          onRetry={() => void failed.refetch()}
        />
      ) : (
        <TableSkeleton columns={4} />
      )}
    </Stack>
  );
}
