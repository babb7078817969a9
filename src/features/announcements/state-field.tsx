import { useTranslation } from 'react-i18next';
import type { Announcement } from '#contract/centre/announcements.ts';
import { useField, type FieldProps } from '#src/components/fields/use-field.ts';
import { HelpText } from '#src/components/kit/field.tsx';
import { Row } from '#src/components/kit/layout.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { stateTones } from '#src/entities/announcement/announcement-words.ts';

type State = Announcement['state'];

/** The saved state, for reading only, because the buttons of the form change it. */
export function StateField({ saved, ...field }: FieldProps<State> & { saved: State | undefined }) {
  const { t } = useTranslation('announcements');
  useField(field, (state) => t(`states.${state}`));
  return (
    <Row gap={3} isWide>
      {saved && <Mark tone={stateTones[saved]} label={t(`states.${saved}`)} />}
      <HelpText>{t('stateHelp')}</HelpText>
    </Row>
  );
}
