import { Download, Eraser } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { erasureInput } from '#contract/people/personal-data.ts';
import { DOT } from '#contract/words/dot.ts';
import { TextField } from '#src/components/fields/text-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { personalDataPath } from '#src/entities/person/personal-data-path.ts';
import { useOnline } from '#src/offline/use-online.ts';
import { ErasureRequest, Hindrances } from './erasure-request.tsx';
import {
  sendErasureRequest,
  saveExport,
  usePersonalData,
  useReadAgain,
  type Person,
} from './personal-data-queries.ts';

function AskDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation('personal-data');
  const readAgain = useReadAgain();
  return (
    <DialogForm
      isHarmful
      title={t('ask.title')}
      description={t('ask.text')}
      schema={erasureInput}
      values={{ reason: '' }}
      submit={t('ask.act')}
      send={(input, key) => sendErasureRequest(person, input, key)}
      onSaved={async () => {
        onClose();
        await readAgain();
      }}
      onClose={onClose}
    >
      {(field) => <TextField {...field('reason')} label={t('reason')} />}
    </DialogForm>
  );
}

/** One person's data: the export, and the request to erase it. */
export function PersonPage(person: Person) {
  const { t, i18n } = useTranslation(['personal-data', 'shell']);
  const { data, error, refetch } = usePersonalData(person);
  const [isAsking, setAsking] = useState(false);
  const isOnline = useOnline();
  const name = data && [data.name, data.code].join(DOT);
  const mayAsk = data !== undefined && data.erasure === null && data.hindrances.length === 0;
  return (
    <>
      <PageHeader title={name ?? t('shell:page.personalData')} back={personalDataPath()} />
      {!data &&
        (error ? (
          <LoadFailed error={error} failed={t('failed')} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton columns={2} />
        ))}
      {data && (
        <Stack>
          <Panel title={t('export.title')}>
            <PanelText>
              <p>{t('export.text')}</p>
              <Toolbar>
                <Button
                  icon={Download}
                  disabled={!isOnline}
                  onClick={() => void saveExport(person, data.code, i18n.language)}
                >
                  {t('export.act')}
                </Button>
              </Toolbar>
            </PanelText>
          </Panel>
          <Panel title={t('erasure')}>
            <PanelText>
              <p>{t('erasureText')}</p>
              {data.erasure ? (
                <ErasureRequest erasure={data.erasure} />
              ) : (
                <>
                  <Hindrances of={data.hindrances} />
                  <Toolbar>
                    <Button
                      icon={Eraser}
                      disabled={!isOnline || !mayAsk}
                      onClick={() => setAsking(true)}
                    >
                      {t('ask.act')}
                    </Button>
                  </Toolbar>
                </>
              )}
            </PanelText>
          </Panel>
        </Stack>
      )}
      {isAsking && <AskDialog person={person} onClose={() => setAsking(false)} />}
    </>
  );
}
