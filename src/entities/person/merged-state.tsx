import { Button } from '@chakra-ui/react/button';
import { Combine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PageState } from '#src/components/page/page-state.tsx';

/** Replaces the form of a merged record by a link to the kept one. */
export function MergedState({ to }: { to: string }) {
  const { t } = useTranslation('people');
  return (
    <PageState icon={Combine} title={t('merge.gone')}>
      <Button asChild variant="solid">
        <Link to={to}>{t('merge.open')}</Link>
      </Button>
    </PageState>
  );
}
