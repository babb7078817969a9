import { DOT } from '#contract/words/dot.ts';
import type { LoadedRecord } from '#src/lib/request/resource.ts';
import { recordName, type Named } from '#src/lib/text/record-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';

/** The heading of a record's page: the action and, once the record has loaded, its name. */
export function useRecordTitle(title: string, record: LoadedRecord<Named>): string {
  const language = useLanguage();
  const name = record.status === 'ready' ? recordName(record.row, language) : '';
  return name === '' ? title : `${title}${DOT}${name}`;
}
