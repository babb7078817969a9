import { Chip } from '#src/components/kit/chip.tsx';
import { Face } from '#src/components/kit/face.tsx';
import { FormSkeleton, PanelSkeleton } from '#src/components/kit/form-skeleton.tsx';
import { Row, Stack } from '#src/components/kit/layout.tsx';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { Money, Totals } from '#src/components/kit/money.tsx';
import { LineSkeleton, TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { SlidingRow } from '#src/components/kit/sliding-row.tsx';
import { Unseen } from '#src/components/kit/unseen.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { useSamples } from './samples.ts';
import { Specimen, State } from './specimen.tsx';

const kip = 'LAK';

/** The parts that show one value, and the places of values that are on their way. */
export function ValueSpecimens() {
  const w = useSamples();
  return (
    <>
      <Specimen of="Chip">
        <State of="normal">
          <Row gap={2} align="center">
            <Chip label={w.class} value={w.course} />
            <Chip
              label={w.class}
              value={w.course}
              remove={{ label: w.note, onRemove: () => undefined }}
            />
            <Chip label={w.class} value={w.course} off={w.note} />
          </Row>
        </State>
      </Specimen>
      <Specimen of="Face">
        <State of="normal">
          <Row gap={2} align="center">
            <Face name={w.name} fileId={null} />
            <Face name={w.name} fileId={null} size="medium" />
            <Face name={w.name} fileId={null} size="large" />
            {w.name}
          </Row>
        </State>
      </Specimen>
      <Specimen of="Mark">
        <State of="normal">
          <Stack gap={1}>
            <Mark tone="on" label={w.active} />
            <Mark tone="new" label={w.planned} />
            <Mark tone="wait" label={w.waiting} />
            <Mark tone="off" label={w.ended} />
            <Mark tone="bad" label={w.late} />
          </Stack>
        </State>
      </Specimen>
      <Specimen of="SlidingRow">
        <State of="normal">
          <SlidingRow>
            {w.tuition} {w.discount} {w.total}
          </SlidingRow>
        </State>
      </Specimen>
      <Specimen of="Money, Totals, LeftToRight, WholeWords, Unseen">
        <State of="numbers">
          <Stack gap={1}>
            <Money amount={1_250_000} currency={kip} isStrong />
            <Money amount={-90_000} currency={kip} tone="bad" />
            <Money amount={90_000} currency={kip} isSigned tone="good" />
            <Money amount={123_456} currency="USD" />
            <LeftToRight>+856 20 5555 1234</LeftToRight>
            <WholeWords text={w.person} />
            <Unseen>{w.help}</Unseen>
          </Stack>
        </State>
        <State of="long">
          <Totals
            lines={[
              { label: w.tuition, amount: 1_250_000 },
              { label: w.discount, amount: -50_000 },
            ]}
            label={w.total}
            amount={1_200_000}
            currency={kip}
          />
        </State>
      </Specimen>
      <Specimen of="TableSkeleton, FormSkeleton, PanelSkeleton, LineSkeleton" isWide>
        <State of="busy">
          <TableSkeleton columns={4} rows={3} />
        </State>
        <State of="busy">
          <PanelSkeleton rows={2} />
        </State>
        <State of="busy">
          <FormSkeleton />
        </State>
        <State of="busy">
          <LineSkeleton width="40%" />
        </State>
      </Specimen>
    </>
  );
}
