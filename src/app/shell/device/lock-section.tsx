import { useTranslation } from 'react-i18next';
import { PlainSelect } from '#src/components/kit/plain-field.tsx';
import { lockAfterOf, lockChoices } from '#src/lib/session/lock-clock.ts';
import { chooseLockAfter, useLock } from '#src/lib/session/lock.ts';
import { DeviceSection } from './device-section.tsx';

/** Sets after how long without input this device locks; applies to everybody who signs in on it. */
export function LockSection() {
  const { t } = useTranslation(['lock', 'shell']);
  const after = useLock((state) => state.after);
  return (
    <DeviceSection title={t('shell:profile.lock')}>
      <PlainSelect
        label={t('after')}
        help={t('afterHelp')}
        value={after}
        onChange={(event) => chooseLockAfter(lockAfterOf(event.target.value))}
      >
        {lockChoices.map((choice) => (
          <option key={choice} value={choice}>
            {t('minutes', { count: choice })}
          </option>
        ))}
      </PlainSelect>
    </DeviceSection>
  );
}
