import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Announcement, Receipt } from '#contract/centre/announcements.ts';
import { roles } from '#contract/roles.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Fact, Facts } from '#src/components/kit/facts.tsx';
import { Row } from '#src/components/kit/layout.tsx';
import { Panel, PanelList, PanelText } from '#src/components/kit/panel.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { useNow } from '#src/lib/browser/use-now.ts';
import { api } from '#src/lib/request/api.ts';
import { formatDate, formatDateTime, formatNumber, formatTime } from '#src/lib/text/format.ts';
import { showToast } from '#src/lib/toast.ts';
import { Progress } from '#src/components/kit/progress.tsx';
import styles from './announcements.module.css';

const MINUTE_MS = 60_000;

/** Says when the person was last here, which may explain why they have not read it. */
function useLastSeen(): (receipt: Receipt) => string {
  const { t } = useTranslation('announcements');
  const today = formatDate(new Date(useNow(MINUTE_MS)).toISOString());
  return ({ lastSeenAt }) => {
    if (lastSeenAt === null) return t('neverHere');
    return formatDate(lastSeenAt) === today
      ? t('hereToday', { time: formatTime(lastSeenAt) })
      : t('notHereToday');
  };
}

function People({
  title,
  receipts,
  when,
}: {
  title: string;
  receipts: readonly Receipt[];
  when: (receipt: Receipt) => string;
}) {
  const { t } = useTranslation(['announcements', 'common']);
  const id = useId();
  const copy = () =>
    void navigator.clipboard?.writeText(receipts.map(({ name }) => name).join('\n')).then(
      () => showToast('success', t('copied')),
      () => undefined,
    );
  return (
    <Panel
      id={id}
      title={title}
      count={formatNumber(receipts.length)}
      tools={
        receipts.length > 0 &&
        'clipboard' in navigator && (
          <Button icon={Copy} aria-label={t('copyNamesOf', { title })} onClick={copy}>
            {t('copyNames')}
          </Button>
        )
      }
    >
      {receipts.length === 0 ? (
        <PanelText isMuted>{t('nobody')}</PanelText>
      ) : (
        <PanelList>
          {receipts.map((receipt) => (
            <li key={receipt._id}>
              <Row align="between">
                <span>
                  <bdi>
                    <WholeWords text={receipt.name} />
                  </bdi>
                  <small>
                    {t(`common:role.${receipt.role}`)}
                    {DOT}
                    {receipt.branchName}
                  </small>
                </span>
                <small>{when(receipt)}</small>
              </Row>
            </li>
          ))}
        </PanelList>
      )}
    </Panel>
  );
}

function Sum({ receipts }: { receipts: readonly Receipt[] }) {
  const { t } = useTranslation(['announcements', 'common']);
  const id = useId();
  const has = ({ readAt }: Receipt) => readAt !== null;
  const read = receipts.filter(has).length;
  const byRole = roles
    .map((role) => ({ role, of: receipts.filter((receipt) => receipt.role === role) }))
    .filter(({ of }) => of.length > 0);
  return (
    <Panel id={id} title={t('readBy')}>
      <PanelText>
        <p>
          <strong className={styles.sum}>{formatNumber(read)}</strong>{' '}
          {t('ofAll', { all: formatNumber(receipts.length) })}
        </p>
        <Progress aria-labelledby={id} max={Math.max(1, receipts.length)} value={read} />
      </PanelText>
      <Facts>
        {byRole.map(({ role, of }) => (
          <Fact key={role} label={t(`common:role.${role}`)}>
            {t('readOf', {
              read: formatNumber(of.filter(has).length),
              all: formatNumber(of.length),
            })}
          </Fact>
        ))}
      </Facts>
    </Panel>
  );
}

/** The readers of an announcement. Those who have not read it come first, with their last visit. */
export function Receipts({ row }: { row: Announcement }) {
  const { t } = useTranslation('announcements');
  const lastSeen = useLastSeen();
  const { data, isError } = useQuery({
    queryKey: ['announcements', 'receipts', row._id, row.version],
    queryFn: ({ signal }) =>
      api.get<Receipt[]>(`/announcements/${row._id}/receipts`, { signal, quiet: true }),
  });
  if (isError && !data) return <p>{t('failed.receipts')}</p>;
  if (!data) return null;
  return (
    <>
      <People
        title={t('notRead')}
        receipts={data.filter(({ readAt }) => readAt === null)}
        when={lastSeen}
      />
      <Sum receipts={data} />
      <People
        title={t('latest')}
        receipts={data.filter(({ readAt }) => readAt !== null)}
        when={({ readAt }) => (readAt === null ? '' : formatDateTime(readAt))}
      />
    </>
  );
}
