import { useTranslation } from 'react-i18next';
import type { VisitObjection } from '#contract/desk/visit-answers.ts';
import { useBeyondText } from '#src/entities/approval/beyond-text.ts';
import { useFindingText } from '#src/entities/class/finding-text.ts';

/** An objection to one line or to the whole visit, in words. */
export function useObjectionText(): (objection: VisitObjection) => string {
  const { t } = useTranslation('desk');
  const beyondText = useBeyondText();
  const findingText = useFindingText();
  return ({ problem, findings, n, beyond }) =>
    beyond
      ? beyondText(beyond)
      : findings && findings.length > 0
        ? findings.map(findingText).join('; ')
        : t([`problem.${problem as 'stock'}`, 'problem.other'], { n });
}
