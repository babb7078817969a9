import { useTranslation } from 'react-i18next';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import type { ImportWork } from './use-import.ts';

/** Undoes an import after a confirmation. */
export function useUndoQuestion(work: ImportWork) {
  const { t } = useTranslation(['tables', 'common']);
  const { ask, dialog } = useConfirm();
  const takeBack = async (id: string) => {
    const question = {
      ...{ title: t('import.done.undo'), text: t('import.done.undoText') },
      ...{ confirm: t('import.done.undo'), cancel: t('common:action.back') },
    };
    if (await ask(question)) await work.undo(id);
  };
  return { takeBack, dialog };
}
