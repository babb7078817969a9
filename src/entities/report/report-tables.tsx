import { Panels } from '#src/components/kit/layout.tsx';
import type { ReportTable as Table } from '#contract/reports/reports.ts';
import type { ReportAddress } from './report-address.ts';
import { ReportFigures } from './report-figures.tsx';
import { ReportTable } from './report-table.tsx';

type ReportTablesProps = {
  tables: readonly Table[];
  then: readonly Table[] | undefined;
  address: ReportAddress;
  isBusy: boolean;
};

/** The figures of a report in one strip, and a table for each. */
export function ReportTables({ isBusy, ...shown }: ReportTablesProps) {
  const { tables, then, address } = shown;
  return (
    <>
      <ReportFigures {...shown} />
      <Panels isBusy={isBusy}>
        {tables.map((table) => (
          <ReportTable
            key={table.figure}
            table={table}
            then={then?.find(({ figure }) => figure === table.figure)}
            address={address}
          />
        ))}
      </Panels>
    </>
  );
}
