import { Upload } from 'lucide-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportKind } from '#contract/imports/imports.ts';
import type { ListTool } from '#src/components/list/list-menu.tsx';

const ImportDialog = lazy(async () => ({
  default: (await import('./import-dialog.tsx')).ImportDialog,
}));

/** The import of a list, as an entry of its menu. */
export function useImportTool(kind: ImportKind): ListTool {
  const { t } = useTranslation();
  return {
    icon: Upload,
    label: t('list.import'),
    dialog: (close) => <ImportDialog kind={kind} onClose={close} />,
  };
}
