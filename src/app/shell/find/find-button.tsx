import { Search } from 'lucide-react';
import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#src/components/kit/button.tsx';
import { answerWith, openAbove, type AbovePage } from '#src/lib/browser/above-page.ts';

const FindDialog = lazy(async () => ({ default: (await import('./find-dialog.tsx')).FindDialog }));
const HelpSheet = lazy(async () => ({
  default: (await import('#src/app/shell/help/help-sheet.tsx')).HelpSheet,
}));

/** The magnifier that opens the finder; what the keys of every page ask for opens here, too. */
export function FindButton() {
  const { t } = useTranslation('find');
  const [asked, setAsked] = useState<AbovePage>();
  // Before the magnifier is painted, because whoever sees it may press its keys.
  useLayoutEffect(() => answerWith(setAsked), []);
  const close = () => setAsked(undefined);
  const help = (text?: string) => setAsked({ open: 'help', text });
  return (
    <>
      <IconButton
        icon={Search}
        label={t('open')}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => openAbove({ open: 'find' })}
      />
      <Suspense>
        {asked?.open === 'find' && (
          <FindDialog onClose={close} onKeys={() => help('keys')} onHelp={help} />
        )}
        {/* Outside of the page's header, since a sheet has a header of its own. */}
        {asked?.open === 'help' &&
          createPortal(<HelpSheet first={asked.text} onClose={close} />, document.body)}
      </Suspense>
    </>
  );
}
