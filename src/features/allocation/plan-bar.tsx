import { X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SaveBar } from '#src/components/edit/save-bar.tsx';
import type { Failure } from '#src/components/edit/use-edit.ts';
import { Button } from '#src/components/kit/button.tsx';

type PlanBarProps = {
  plan: {
    failure: Failure | undefined;
    isSaving: boolean;
    draft: { isKept: boolean | undefined };
    save: () => Promise<unknown>;
    clear: () => void;
  };
  /** The size of the plan, and the findings about it. */
  summary: string;
  save: string;
  /** The objections are not known yet. */
  isUnchecked?: boolean;
  /** The panel has something to decide before the plan can be saved. */
  isBlocked?: boolean;
  /** The planned rows. */
  children: ReactNode;
};

/**
 * The save bar of a board. The plan itself is in a panel over the board, which opens on request and
 * when it needs a decision.
 */
export function PlanBar({
  plan,
  summary,
  save,
  isUnchecked = false,
  isBlocked = false,
  children,
}: PlanBarProps) {
  const { t } = useTranslation('allocation');
  const [isOpen, setOpen] = useState(false);
  const [told, setTold] = useState(plan.failure);
  if (told !== plan.failure) {
    setTold(plan.failure);
    // A refused plan shows its objections row by row, so the panel stays open.
    if (plan.failure && plan.failure.outcome !== 'offline') setOpen(true);
  }
  const press = () => (isBlocked ? setOpen(true) : void plan.save());
  return (
    <SaveBar
      isTight
      label={t('plan.title')}
      failure={plan.failure}
      problem={isBlocked && isOpen && !plan.failure ? t('plan.needed') : undefined}
      isDirty
      isKept={plan.draft.isKept}
      summary={summary}
      panel={{
        open: t('plan.look'),
        close: t('plan.hide'),
        isOpen,
        onToggle: () => setOpen(!isOpen),
        content: children,
      }}
    >
      <Button icon={X} isShort onClick={plan.clear}>
        {t('plan.clear')}
      </Button>
      <Button look="solid" disabled={plan.isSaving || isUnchecked} onClick={press}>
        {save}
      </Button>
    </SaveBar>
  );
}
