import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Rescue } from '#contract/centre/rescue.ts';
import { NoticeLine } from '#src/app/feedback/notices/notice-line.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { paths } from '#src/lib/paths.ts';
import { api } from '#src/lib/request/api.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatDateTime } from '#src/lib/text/format.ts';

/** The accounts that were opened with a rescue code in the last days, for superadmins. */
export function useRescues(): readonly Rescue[] {
  const mayRead = useCan('alerts:read');
  const { data } = useQuery({
    queryKey: ['rescues'],
    queryFn: ({ signal }) => api.get<Rescue[]>('/auth/rescues', { signal, quiet: true }),
    enabled: mayRead && navigator.onLine,
    retry: false,
  });
  return data ?? [];
}

/** Tells every superadmin for seven days that an account was opened from the server's console. */
export function RescueLine({ rows }: { rows: readonly Rescue[] }) {
  const { t } = useTranslation('announcements');
  const [newest] = rows;
  if (!newest) return null;
  const name = `${newest.firstName} ${newest.lastName}`;
  return (
    <NoticeLine
      icon={KeyRound}
      text={t('rescued', { name, email: newest.email, time: formatDateTime(newest.at) })}
      warning
    >
      <LinkButton to={`${paths.schoolInfo}?view=audit`}>{t('rescuedMore')}</LinkButton>
    </NoticeLine>
  );
}
