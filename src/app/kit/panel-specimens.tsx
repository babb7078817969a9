import { FileQuestion, Info, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Fact, Facts } from '#src/components/kit/facts.tsx';
import { Columns, HeadLine, Panels, Row, Stack } from '#src/components/kit/layout.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { Money } from '#src/components/kit/money.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { Progress } from '#src/components/kit/progress.tsx';
import { Panel, PanelList, PanelText } from '#src/components/kit/panel.tsx';
import { Share } from '#src/components/kit/share.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { withWholeCodes } from '#src/components/kit/whole-codes.tsx';
import { paths } from '#src/lib/paths.ts';
import { useSamples } from './samples.ts';
import { Specimen, State } from './specimen.tsx';

const kip = 'LAK';

function PanelStates() {
  const w = useSamples();
  return (
    <>
      <Specimen of="Panel, PanelText, PanelList" isWide>
        <State of="normal">
          <Panel
            title={w.student}
            count={2}
            tools={
              <LinkButton look="text" to={paths.students}>
                {w.student}
              </LinkButton>
            }
          >
            <PanelText>{w.person}</PanelText>
            <PanelText isMuted>{w.help}</PanelText>
          </Panel>
        </State>
        <State of="long">
          <Panel title={w.longName} tools={<Button>{w.add}</Button>}>
            <PanelList label={w.class}>
              <li>
                {withWholeCodes(w.longName)}
                <small>{withWholeCodes(w.waits)}</small>
              </li>
              <li>{withWholeCodes(w.course)}</li>
            </PanelList>
          </Panel>
        </State>
      </Specimen>
      <Specimen of="SmallTable" isWide>
        <State of="normal">
          <Panel title={w.paid}>
            <SmallTable>
              <thead>
                <tr>
                  <th scope="col">{w.student}</th>
                  <th scope="col" data-wide>
                    {w.note}
                  </th>
                  <th scope="col" data-end>
                    {w.amount}
                  </th>
                </tr>
              </thead>
              <tbody>
                <tr>
                  <td>{withWholeCodes(w.person)}</td>
                  <td data-wide>{w.tuition}</td>
                  <td data-end>
                    <Money amount={1_250_000} currency={kip} />
                  </td>
                </tr>
                <tr data-wait>
                  <td>{withWholeCodes(w.longName)}</td>
                  <td data-wide>{w.waiting}</td>
                  <td data-end>
                    <Money amount={850_000} currency={kip} />
                  </td>
                </tr>
                <tr data-gone>
                  <td>{withWholeCodes(w.person)}</td>
                  <td data-wide>{w.voidReceipt}</td>
                  <td data-end>
                    <Money amount={-90_000} currency={kip} />
                  </td>
                </tr>
              </tbody>
            </SmallTable>
          </Panel>
        </State>
      </Specimen>
    </>
  );
}

function FactStates() {
  const w = useSamples();
  return (
    <Specimen of="Facts, Fact" isWide>
      <State of="normal">
        <Panel title={w.person}>
          <Facts>
            <Fact label={w.name}>{w.person}</Fact>
            <Fact label={w.due} isLate note={w.late}>
              <Money amount={400_000} currency={kip} />
            </Fact>
          </Facts>
        </Panel>
      </State>
      <State of="numbers">
        <Facts look="figures">
          <Fact label={w.total}>
            <Money amount={12_500_000} currency={kip} />
          </Fact>
          <Fact label={w.paid}>
            <Money amount={12_100_000} currency={kip} />
          </Fact>
          <Fact label={w.due} isLate>
            <Money amount={400_000} currency={kip} />
          </Fact>
        </Facts>
      </State>
      <State of="long">
        <Panel title={w.tuition}>
          <Facts look="sums">
            <Fact label={w.longName}>
              <Money amount={900_000} currency={kip} />
            </Fact>
            <Fact label={w.discount}>
              <Money amount={-50_000} currency={kip} />
            </Fact>
            <Fact label={w.total} weight="total">
              <Money amount={850_000} currency={kip} />
            </Fact>
          </Facts>
        </Panel>
      </State>
    </Specimen>
  );
}

function LayoutStates() {
  const w = useSamples();
  const small = (title: string) => (
    <Panel title={title}>
      <PanelText>{w.person}</PanelText>
    </Panel>
  );
  return (
    <>
      <Specimen of="Stack, Row">
        <State of="normal">
          <Stack gap={2}>
            <Button>{w.name}</Button>
            <Button>{w.class}</Button>
          </Stack>
        </State>
        <State of="normal">
          <Row gap={2} align="center">
            <Button>{w.name}</Button>
            <Mark on label={w.active} />
          </Row>
        </State>
      </Specimen>
      <Specimen of="Columns, Panels, HeadLine" isWide>
        <State of="normal">
          <HeadLine>
            <span>{w.course}</span>
            <Mark tone="wait" label={w.waiting} />
          </HeadLine>
          <Columns aside={small(w.email)} label={w.note}>
            {small(w.phone)}
          </Columns>
        </State>
        <State of="normal">
          <Panels>
            {small(w.class)}
            {small(w.course)}
          </Panels>
        </State>
      </Specimen>
    </>
  );
}

function MessageStates() {
  const { t } = useTranslation();
  const w = useSamples();
  return (
    <>
      <Specimen of="Note" isWide>
        <State of="normal">
          <Note icon={Info}>
            <p>{withWholeCodes(w.help)}</p>
            <Button>{t('action.refresh')}</Button>
          </Note>
        </State>
        <State of="chosen">
          <Note tone="good">
            <p>{withWholeCodes(w.saved)}</p>
          </Note>
        </State>
        <State of="busy">
          <Note tone="wait" icon={TriangleAlert} title={w.waiting}>
            <p>{withWholeCodes(w.waits)}</p>
          </Note>
        </State>
        <State of="error">
          <Note tone="bad" title={w.failed}>
            <p>{withWholeCodes(w.offline)}</p>
          </Note>
        </State>
      </Specimen>
      <Specimen of="Progress">
        <State of="normal">
          <Progress aria-label={w.waits} value={2} max={3} />
        </State>
        <State of="busy">
          <Progress aria-label={w.waits} />
        </State>
      </Specimen>
      <Specimen of="Share">
        <State of="normal">
          <Share percent={92} goal={85} />
        </State>
        <State of="error">
          <Share percent={67} goal={85} />
        </State>
        <State of="empty">
          <Share percent={null} goal={85} />
        </State>
      </Specimen>
      <Specimen of="ErrorText">
        <State of="error">
          <ErrorText>{w.required}</ErrorText>
        </State>
        <State of="long">
          <ErrorText withIcon>{w.tooLong}</ErrorText>
        </State>
      </Specimen>
      <Specimen of="EmptyState" isWide>
        <State of="empty">
          <EmptyState icon={FileQuestion} title={w.noClasses} text={w.addFirst}>
            <Button look="solid">{w.add}</Button>
          </EmptyState>
        </State>
        <State of="error">
          <EmptyState icon={TriangleAlert} title={w.failed} text={w.offline} failed>
            <Button>{t('action.retry')}</Button>
          </EmptyState>
        </State>
      </Specimen>
    </>
  );
}

/** The parts that show text, facts and messages, and lay them out. */
export function PanelSpecimens() {
  return (
    <>
      <PanelStates />
      <FactStates />
      <LayoutStates />
      <MessageStates />
    </>
  );
}
