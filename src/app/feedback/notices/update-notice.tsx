import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { unsavedTitles } from '#src/lib/unsaved-work.ts';
import { useAppUpdate } from '#src/offline/update/app-update.ts';
import { reloadPage } from '#src/offline/update/reload-page.ts';
import { keepAndUpdate, unsavedAnywhere } from '#src/offline/update/take-update.ts';
import { keepForUpdate } from '#src/offline/update/answer-tabs.ts';
import { NoticeLine } from './notice-line.tsx';

const putOff = () => useAppUpdate.setState({ later: true });

/** `A, B`: names each page once, however many tabs show it. */
const named = (pages: string[]) => [...new Set(pages)].join(', ');

/** Shown in a tab that still runs the old version after another tab took the new one. */
function Elsewhere() {
  const { t } = useTranslation();
  const [failed, setFailed] = useState(false);
  const reload = async () => {
    if (await keepForUpdate()) reloadPage();
    else setFailed(true);
  };
  return (
    <NoticeLine
      icon={RefreshCw}
      text={failed ? t('update.notKept', { pages: named(unsavedTitles()) }) : t('update.elsewhere')}
    >
      <Button onClick={() => void reload()}>{t('update.reload')}</Button>
    </NoticeLine>
  );
}

type Step = { name: 'offered' | 'asking' | 'failed'; pages: string[] };

/** Offers a new version; before taking it, names the unsaved work in every tab. */
function Offer() {
  const { t } = useTranslation();
  const [{ name, pages }, setStep] = useState<Step>({ name: 'offered', pages: [] });
  const [busy, setBusy] = useState(false);

  const update = async (asked: boolean) => {
    setBusy(true);
    const unsaved = await unsavedAnywhere();
    if (unsaved.length > 0 && !asked) setStep({ name: 'asking', pages: unsaved });
    else if (!(await keepAndUpdate())) setStep({ name: 'failed', pages: unsaved });
    setBusy(false);
  };

  const texts = {
    offered: t('update.ready'),
    asking: t('update.unsaved', { pages: named(pages) }),
    failed: t('update.notKept', { pages: named(pages) }),
  } satisfies Record<Step['name'], string>;
  return (
    <NoticeLine icon={RefreshCw} text={texts[name]}>
      <Button
        aria-disabled={busy}
        onClick={() => {
          if (!busy) void update(name !== 'offered');
        }}
      >
        {name === 'offered' ? t('update.update') : t('update.keep')}
      </Button>
      <Button onClick={putOff}>{t('update.later')}</Button>
    </NoticeLine>
  );
}

/** The notice about a newer version of the app. */
export function UpdateNotice() {
  const elsewhere = useAppUpdate((state) => state.elsewhere);
  return elsewhere ? <Elsewhere /> : <Offer />;
}
