import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import {
  announcementInput,
  announcements,
  priorities,
  type Announcement,
} from '#contract/centre/announcements.ts';
import { id } from '#contract/fields.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { ChoiceField } from '#src/components/fields/choice-field.tsx';
import { DateField } from '#src/components/fields/date-field.tsx';
import { FormSection } from '#src/components/fields/form-section.tsx';
import { SwitchField } from '#src/components/fields/switch-field.tsx';
import { TextAreaField, TextField } from '#src/components/fields/text-field.tsx';
import { RecordForm, type SendWay } from '#src/components/form/record-form.tsx';
import { useBackToList } from '#src/components/page/use-back-to-list.ts';
import { firstScreen } from '#src/lib/browser/first-screen.ts';
import { paths } from '#src/lib/paths.ts';
import { useSaver } from '#src/lib/request/resource.ts';
import { useStore } from '#src/lib/store.ts';
import { AttachmentsField } from './attachments-field.tsx';
import { AudienceFields } from './audience-fields.tsx';
import { StateField } from './state-field.tsx';

// Loaded lazily: the form must open fast, and the text is written first.
const Preview = lazy(async () => ({ default: (await import('./preview.tsx')).Preview }));
const ClassesField = lazy(async () => {
  await firstScreen();
  return { default: (await import('./classes-field.tsx')).ClassesField };
});

/**
 * The defaults of a new announcement: published, and for the person's own branch if no other is
 * possible.
 */
function useSchema() {
  const user = useStore((state) => state.user);
  const own = seesAllBranches(user.role) ? undefined : user.userData?.branchId;
  return useMemo(() => {
    const branchIds = z._default(
      announcementInput.shape.branchIds,
      own === undefined ? [] : [z.parse(id, own)],
    );
    const state = z._default(announcementInput.shape.state, 'published');
    return z.safeExtend(announcementInput, {
      branchIds,
      state,
    }) as unknown as typeof announcementInput;
  }, [own]);
}

/**
 * The buttons of the form by state: a draft is kept or published, a published one can be archived.
 */
function useWays(saved: Announcement | undefined): readonly SendWay<Pick<Announcement, 'state'>>[] {
  const { t } = useTranslation(['announcements', 'common']);
  switch (saved?.state ?? 'draft') {
    case 'published':
      return [
        { label: t('ways.archive'), values: { state: 'archived' } },
        { label: t('common:action.save'), values: { state: 'published' } },
      ];
    case 'archived':
      return [
        { label: t('ways.again'), values: { state: 'published' } },
        { label: t('common:action.save'), values: { state: 'archived' } },
      ];
    default:
      return [
        { label: t('ways.draft'), values: { state: 'draft' } },
        { label: t('ways.publish'), values: { state: 'published' } },
      ];
  }
}

/** Every field of an announcement; `saved` is the one to change, undefined for a new one. */
export function AnnouncementForm({ saved }: { saved: Announcement | undefined }) {
  const { t } = useTranslation('announcements');
  const saver = useSaver(announcements);
  const back = useBackToList(paths.announcements);
  const user = useStore((state) => state.user);
  const isOurs = seesAllBranches(user.role) || !saved || saved.branchId === user.userData?.branchId;
  return (
    <RecordForm
      schema={useSchema()}
      row={saved}
      action={announcements.write}
      locked={isOurs ? undefined : t('notYours')}
      ways={useWays(saved)}
      failed={t(saved ? 'failed.update' : 'failed.create')}
      draft={{ form: announcements.name, record: saved?._id ?? 'new' }}
      saver={saver}
      onSaved={back.saved}
      onCancel={back.cancel}
      aside={
        <Suspense>
          <Preview />
        </Suspense>
      }
    >
      {(field) => (
        <>
          <FormSection title={t('section.text')} hint={t('oneIsEnough')}>
            <TextField {...field('titleLo')} label={t('titleLo')} lang="lo" />
            <TextField {...field('titleEn')} label={t('titleEn')} lang="en" />
            <TextAreaField {...field('bodyLo')} label={t('bodyLo')} lang="lo" />
            <TextAreaField {...field('bodyEn')} label={t('bodyEn')} lang="en" />
            <AttachmentsField
              {...field('fileIds')}
              required={false}
              label={t('attachments')}
              known={saved?.files ?? []}
            />
          </FormSection>
          <AudienceFields field={field} />
          <FormSection title={t('section.when')}>
            <StateField {...field('state')} label={t('state')} saved={saved?.state} />
            <ChoiceField
              {...field('priority')}
              label={t('priority')}
              help={t('priorityHelp')}
              options={priorities.map((value) => ({ value, label: t(`priorities.${value}`) }))}
            />
            <SwitchField {...field('pinned')} label={t('pinned')} />
            <DateField {...field('fromDay')} label={t('fromDay')} help={t('fromDayHelp')} />
            <TextField {...field('fromTime')} label={t('fromTime')} help={t('timeHelp')} />
            <DateField {...field('untilDay')} label={t('untilDay')} help={t('untilDayHelp')} />
            <TextField {...field('untilTime')} label={t('untilTime')} help={t('timeHelp')} />
          </FormSection>
          <FormSection title={t('section.classes')} hint={t('classesHint')}>
            <Suspense>
              <ClassesField {...field('classIds')} label={t('classes')} />
            </Suspense>
          </FormSection>
        </>
      )}
    </RecordForm>
  );
}
