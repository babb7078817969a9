import { Download } from 'lucide-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListTool } from '#src/components/list/list-menu.tsx';
import type { ExportRequest } from './export-dialog.tsx';

const ExportDialog = lazy(async () => ({
  default: (await import('./export-dialog.tsx')).ExportDialog,
}));

/** The export of a list with its search, filters and order, as an entry of its menu. */
export function useExportTool(request: ExportRequest): ListTool {
  const { t } = useTranslation();
  return {
    icon: Download,
    label: t('list.export'),
    dialog: (close) => <ExportDialog {...request} onClose={close} />,
  };
}
