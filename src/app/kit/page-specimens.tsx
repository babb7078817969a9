import { Archive, FileQuestion, Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import { BarList } from '#src/components/chart/bar-list.tsx';
import { ColumnChart } from '#src/components/chart/column-chart.tsx';
import { LineChart } from '#src/components/chart/line-chart.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { ListPage } from '#src/components/list/list-page.tsx';
import { useListView } from '#src/components/list/use-list-view.ts';
import { Tabs } from '#src/components/page/tabs.tsx';
import { PrintButton } from '#src/components/print/print-button.tsx';
import { PrintFrame } from '#src/components/print/print-frame.tsx';
import { PrintSheet } from '#src/components/print/print-sheet.tsx';
import { QrCode } from '#src/components/print/qr-code.tsx';
import { ScanButton } from '#src/components/scan/scan-button.tsx';
import { RowMenu } from '#src/components/table/row-menu.tsx';
import type { List } from '#src/offline/lists/cached-list.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useSamples } from './samples.ts';
import { Specimen, State } from './specimen.tsx';

const Picker = lazy(async () => ({
  default: (await import('#src/components/picker/picker.tsx')).Picker,
}));

type Sample = { _id: string; name: string; course: string; seats: number };

/** A list that is there, unless `part` says otherwise. */
const listWith = (rows: readonly Sample[] | undefined, part?: Partial<List<Sample>>) => ({
  rows,
  total: rows?.length,
  fetchedAt: rows ? Date.now() : 0,
  failed: false,
  refreshing: false,
  error: null,
  refetch: () => undefined,
  ...part,
});

function SampleList({ name, list }: { name: string; list: List<Sample> }) {
  const w = useSamples();
  const view = useListView(academicTermsList, {});
  return (
    <ListPage
      name={name}
      list={list}
      view={view}
      title={w.class}
      hint={w.class}
      failed={w.failed}
      empty={<EmptyState icon={FileQuestion} title={w.noClasses} text={w.addFirst} />}
      columns={[
        { field: 'name', label: w.name, priority: 1 },
        { field: 'course', label: w.class, priority: 2 },
        { field: 'seats', label: w.seats, priority: 2, align: 'end', isNamed: true },
      ]}
      actions={({ name: row }) => (
        <RowMenu
          label={row}
          items={() => [
            { label: w.note, icon: Pencil, run: () => undefined },
            { label: w.ended, icon: Archive, run: () => undefined },
          ]}
        />
      )}
      sums={(rows) => [
        {
          label: w.total,
          sums: { seats: formatNumber(rows.reduce((sum, { seats }) => sum + seats, 0)) },
        },
      ]}
    />
  );
}

function Lists() {
  const w = useSamples();
  const rows = [
    { _id: '1', name: 'A-01', course: w.course, seats: 4 },
    { _id: '2', name: 'A-02', course: w.longName, seats: 12 },
    { _id: '3', name: 'B-01', course: w.course, seats: 0 },
  ];
  return (
    <Specimen of="ListPage, RowMenu" isWide>
      <State of="normal">
        <SampleList name="kit-rows" list={listWith(rows)} />
      </State>
      <State of="busy">
        <SampleList name="kit-busy" list={listWith(undefined)} />
      </State>
      <State of="empty">
        <SampleList name="kit-none" list={listWith([])} />
      </State>
      <State of="error">
        <SampleList
          name="kit-failed"
          list={listWith(undefined, { failed: true, error: new Error('kit') })}
        />
      </State>
    </Specimen>
  );
}

function Finding() {
  const w = useSamples();
  const [current, choose] = useState('class');
  const [search, setSearch] = useState('');
  return (
    <>
      <Specimen of="Tabs" isWide>
        <State of="normal">
          <Tabs
            label={w.class}
            current={current}
            tabs={[
              { id: 'class', label: w.class, count: 12, onChoose: () => choose('class') },
              { id: 'student', label: w.student, count: 0, onChoose: () => choose('student') },
              { id: 'long', label: w.longName, onChoose: () => choose('long') },
            ]}
          />
        </State>
      </Specimen>
      <Specimen of="Picker, ScanButton">
        <State of="normal">
          <Suspense>
            <Picker
              label={w.student}
              search={search}
              onSearch={setSearch}
              choices={[{ id: '1', label: w.person, detail: w.course }]}
              onChoose={() => undefined}
            />
          </Suspense>
        </State>
        <State of="normal">
          <ScanButton onScan={() => undefined} />
        </State>
      </Specimen>
    </>
  );
}

function Charts() {
  const w = useSamples();
  const months = [w.january, w.february, w.march].map((name, at) => ({
    key: name,
    name,
    value: [12, 31, 24][at] ?? 0,
    isNow: at === 2,
  }));
  const days = ['2026-01-05', '2026-02-02', '2026-03-02'];
  const line = (name: string, values: readonly number[]) => ({
    name,
    points: days.map((day, at) => ({ at: `${day}T00:00:00Z`, value: values[at] ?? 0 })),
  });
  return (
    <Specimen of="LineChart, ColumnChart, BarList" isWide>
      <State of="numbers">
        <LineChart
          label={w.rate}
          show={formatNumber}
          lines={[line('USD', [21_400, 21_650, 21_500]), line('EUR', [23_100, 23_050, 23_400])]}
        />
      </State>
      <State of="numbers">
        <ColumnChart
          label={w.newStudents}
          head={[w.start, w.newStudents]}
          columns={months}
          show={formatNumber}
        />
      </State>
      <State of="long">
        <BarList
          label={w.seats}
          head={[w.class, w.seats]}
          show={formatNumber}
          rows={[
            { key: 'a', name: w.longName, value: 18, of: 20, detail: '18/20' },
            { key: 'b', name: w.course, value: 3, of: 20, detail: '3/20' },
          ]}
        />
      </State>
    </Specimen>
  );
}

function Papers() {
  const w = useSamples();
  return (
    <Specimen of="PrintSheet, PrintButton, PrintFrame, QrCode" isWide>
      <State of="normal">
        <PrintButton />
        <PrintFrame title={w.class} />
        <PrintSheet size="80mm" label={w.total}>
          <p>{w.person}</p>
          <QrCode text="branchdesk" label={w.paid} />
        </PrintSheet>
      </State>
    </Specimen>
  );
}

/** Whole screens, and the parts of them. */
export function PageSpecimens() {
  return (
    <>
      <Lists />
      <Finding />
      <Charts />
      <Papers />
    </>
  );
}
