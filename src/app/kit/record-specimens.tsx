import { CalendarCheck, CalendarX2, ReceiptText } from 'lucide-react';
import { Button } from '#src/components/kit/button.tsx';
import { Face } from '#src/components/kit/face.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { Money } from '#src/components/kit/money.tsx';
import { Panel } from '#src/components/kit/panel.tsx';
import { RecordHead } from '#src/components/record/record-head.tsx';
import { RecordSkeleton } from '#src/components/record/record-skeleton.tsx';
import { RecordTabs } from '#src/components/record/record-tabs.tsx';
import { RecordWaiting } from '#src/components/record/record-waiting.tsx';
import { Edge, RowEntry, RowList, Tag } from '#src/components/record/rows.tsx';
import { AttendanceMarks, Figure, FigureStrip } from '#src/components/record/strip.tsx';
import { Timeline } from '#src/components/record/timeline.tsx';
import { useSamples } from './samples.ts';
import { Specimen, State } from './specimen.tsx';

const lessons = ['present', 'late', 'present', 'absent', 'excused', 'present'];

/** A record that is read first, from its head to its timeline. */
export function RecordSpecimens() {
  const w = useSamples();
  return (
    <>
      <Specimen of="RecordHead" isWide>
        <State of="normal">
          <RecordHead
            title={w.person}
            back="/"
            mark={<Mark on label={w.active} />}
            under={[w.course, <bdi key="code">{w.age}</bdi>]}
          >
            <Button>{w.phone}</Button>
            <Button look="solid">{w.paid}</Button>
          </RecordHead>
        </State>
      </Specimen>
      <Specimen of="FigureStrip, Figure, AttendanceMarks" isWide>
        <State of="numbers">
          <FigureStrip label={w.numbers}>
            <Figure isLarge label={w.due} to="/" tone="wait" note={w.waiting}>
              <Money amount={350_000} currency="LAK" />
            </Figure>
            <Figure label={w.class} to="/" note="17:30">
              {w.course}
            </Figure>
            <Figure isLarge label={w.weekdays}>
              92 % <AttendanceMarks marks={lessons} />
            </Figure>
            <Figure label={w.start}>{w.planned}</Figure>
          </FigureStrip>
        </State>
      </Specimen>
      <Specimen of="RowList, RowEntry, Edge, Tag" isWide>
        <State of="normal">
          <Panel title={w.seats}>
            <RowList>
              <RowEntry name={w.course} to="/" sign={<Edge isDone={false} />} note={w.start}>
                <Mark on label={w.active} />
              </RowEntry>
              <RowEntry name={w.book} sign={<Edge isDone />} note={w.ended} />
              <RowEntry
                name={w.person}
                to="/"
                sign={<Face size="medium" fileId={null} name={w.person} />}
                tag={<Tag>{w.paid}</Tag>}
                note={w.phone}
              />
            </RowList>
          </Panel>
        </State>
      </Specimen>
      <Specimen of="Timeline, RecordSkeleton" isWide>
        <State of="normal">
          <Timeline
            kinds={[
              { value: 'money', label: w.amount },
              { value: 'lessons', label: w.class },
            ]}
            happenings={[
              {
                id: '1',
                at: '2026-11-19',
                kind: 'lessons',
                icon: CalendarCheck,
                tone: 'good',
                text: w.course,
                note: '19/11 17:30',
              },
              {
                id: '2',
                at: '2026-10-27',
                kind: 'lessons',
                icon: CalendarX2,
                tone: 'bad',
                text: w.late,
                note: '27/10 17:30',
              },
              {
                id: '3',
                at: '2026-10-20',
                kind: 'money',
                icon: ReceiptText,
                tone: 'wait',
                text: w.paid,
                note: w.waiting,
                end: <Money isBare amount={950_000} currency="LAK" />,
              },
            ]}
          />
        </State>
        <State of="busy">
          <RecordSkeleton />
        </State>
      </Specimen>
      <Specimen of="RecordTabs" isWide>
        <State of="normal">
          <RecordTabs
            tabs={[
              { id: 'class', label: w.class, count: 2, show: () => w.course },
              { id: 'paid', label: w.paid, show: () => w.paid },
            ]}
          >
            {w.person}
          </RecordTabs>
        </State>
      </Specimen>
      <Specimen of="RecordWaiting" isWide>
        <State of="busy">
          <RecordWaiting list={{ name: 'none' }} id="" nameOf={() => ''} title={w.person} back="/">
            <RecordSkeleton hasTabs={false} figures={3} />
          </RecordWaiting>
        </State>
      </Specimen>
    </>
  );
}
