import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { DOT } from '#contract/words/dot.ts';
import { HelpText } from '#src/components/kit/field.tsx';
import { useStore } from '#src/lib/store.ts';
import { formatAge } from '#src/lib/text/age.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import type { DeviceDatabase } from '#src/offline/db.ts';
import { draftTimes } from '#src/offline/drafts/drafts.ts';
import { useOnDevice } from '#src/offline/use-on-device.ts';
import { DeviceSection } from './device-section.tsx';

/**
 * Counts the forms on this device that the signed-in person has not saved yet, and tells since
 * when.
 */
export function DraftsSection() {
  const { t } = useTranslation('device', { keyPrefix: 'drafts' });
  const language = useLanguage();
  const author = useStore(({ user }) => user.userData?._id) ?? '';
  const read = useCallback((db: DeviceDatabase) => draftTimes(db, author), [author]);
  const [oldest, ...others] = useOnDevice(read) ?? [];
  return (
    <DeviceSection title={t('title')}>
      {oldest === undefined ? (
        <p>{t('none')}</p>
      ) : (
        <>
          <p>
            {[
              t('count', { count: others.length + 1 }),
              t('oldest', { age: formatAge(new Date(oldest).toISOString(), language) }),
            ].join(DOT)}
          </p>
          <HelpText>{t('help')}</HelpText>
        </>
      )}
    </DeviceSection>
  );
}
