import { Combine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';

/** Replaces the form of a merged record by a link to the kept one. */
export function MergedState({ to }: { to: string }) {
  const { t } = useTranslation('people');
  return (
    <EmptyState icon={Combine} title={t('merge.gone')}>
      <LinkButton look="solid" to={to}>
        {t('merge.open')}
      </LinkButton>
    </EmptyState>
  );
}
