import { CircleHelp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#src/components/kit/button.tsx';
import { useSingleKeys } from '#src/lib/browser/single-keys.ts';
import { askHelp } from '#src/lib/browser/above-page.ts';

/** Opens the help of this screen. */
export function HelpButton() {
  const { t } = useTranslation('find');
  const singleKeys = useSingleKeys();
  return (
    <IconButton
      icon={CircleHelp}
      label={t('manual.help')}
      aria-keyshortcuts={singleKeys ? '?' : undefined}
      onClick={() => askHelp()}
    />
  );
}
