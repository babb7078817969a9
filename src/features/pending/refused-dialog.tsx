import { useTranslation } from 'react-i18next';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { useFindingText } from '#src/entities/class/finding-text.ts';
import type { RefusedAct } from './actions.ts';

/** The failed rows with their reasons, one sentence each. */
export function RefusedDialog({
  refused,
  onClose,
}: {
  refused: readonly RefusedAct[];
  onClose: () => void;
}) {
  const { t } = useTranslation(['pending', 'common']);
  const findingText = useFindingText();
  return (
    <Dialog
      title={t('refused.title', { count: refused.length })}
      onClose={onClose}
      footer={
        <Button look="solid" onClick={onClose}>
          {t('refused.close')}
        </Button>
      }
    >
      <ul>
        {refused.map(({ name, text, findings }) => (
          <li key={name}>
            <b>
              <WholeWords text={name} />
            </b>
            {': '}
            {findings.length > 0 ? findings.map((finding) => findingText(finding)).join(' ') : text}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
