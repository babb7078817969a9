import { CircleHelp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#src/components/kit/button.tsx';
import { askHelp } from '#src/lib/browser/above-page.ts';

/** Opens the help of this screen. */
export function HelpButton() {
  const { t } = useTranslation('find');
  return (
    <IconButton
      icon={CircleHelp}
      label={t('manual.help')}
      aria-keyshortcuts="?"
      onClick={() => askHelp()}
    />
  );
}
