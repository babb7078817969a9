import { CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { message } from '#src/lib/text/messages.ts';
import { suspectSilence, useServerSilence } from '#src/lib/request/server-reach.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useOnline } from '#src/offline/use-online.ts';
import { NoticeLine } from './notice-line.tsx';

/**
 * The amber line while there is a network but the server does not answer. It blocks nothing:
 * everybody may try.
 */
export function ServerLine() {
  const { t } = useTranslation();
  const language = useLanguage();
  const silent = useServerSilence((state) => state.silent);
  const online = useOnline();
  return (
    <div role="status">
      {silent && online && (
        <NoticeLine icon={CloudOff} text={message('serverSilent', language)} warning>
          <Button onClick={suspectSilence}>{t('action.retry')}</Button>
        </NoticeLine>
      )}
    </div>
  );
}
