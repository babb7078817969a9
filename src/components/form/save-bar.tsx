import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { say } from '#src/lib/i18n.ts';
import type { MessageKey } from '#src/lib/messages.ts';
import type { Failure } from './use-record-form.ts';
import { useSaveBarMark } from './use-save-bar-mark.ts';

type Notice = { text: string; detail?: string };

/** What the bar says about a try that did not save. */
function useNotice(failure: Failure | undefined, failed: MessageKey, badFields: number): Notice | undefined {
  const { t } = useTranslation();
  if (failure?.outcome === 'offline') {
    return { text: t(failure.isKept ? 'form.notSaved' : 'form.notSavedHere'), detail: say('offlineBanner') };
  }
  if (failure?.outcome === 'notSent') return { text: t('form.notSent') };
  if (failure?.outcome === 'unknown') return { text: say('saveUnknown') };
  if (failure?.outcome === 'refused') return { text: say(failed), detail: failure.reason };
  return badFields > 0 ? { text: t('form.needAttention', { count: badFields }) } : undefined;
}

type SaveBarProps = {
  failure: Failure | undefined;
  failed: MessageKey;
  /** Whether what is typed is kept on the device; `undefined` until that is known. */
  isKept: boolean | undefined;
  onCancel: () => void;
};

/** Sticks to the bottom of a form: what is unsaved or wrong on one side, Cancel and Save on the other. */
export function SaveBar({ failure, failed, isKept, onCancel }: SaveBarProps) {
  const { t } = useTranslation();
  useSaveBarMark();
  const { errors, dirtyFields, isDirty, isSubmitting } = useFormState();
  const changes = isDirty && t('form.changes', { count: Object.keys(dirtyFields).length });
  const notice = useNotice(failure, failed, Object.keys(errors).length);
  return (
    <chakra.div
      data-save-bar
      position="sticky"
      insetBlockEnd="0"
      zIndex="sticky"
      display="flex"
      alignItems="center"
      gap="3"
      marginTop="auto"
      marginBottom={{ base: '-4', xl: '-5' }}
      marginInline={{ base: '-4', md: '-5', xl: '-6' }}
      paddingInline={{ base: '4', md: '5', xl: '6' }}
      paddingBlock="10px"
      bg="bg.panel"
      borderTopWidth="1px"
      borderColor="border.emphasized"
    >
      <chakra.div minWidth="0" lineHeight="snug">
        <chakra.div role="status">
          {notice && (
            <chakra.div color="lac.fg" fontWeight="semibold">
              {notice.text}
            </chakra.div>
          )}
          <chakra.small display="block" color="fg.muted" textStyle="xs">
            {notice?.detail ?? changes}
          </chakra.small>
        </chakra.div>
        {/* Not part of what is announced: it comes and goes while somebody types, and keeps its place. */}
        {isDirty && (
          <chakra.small display="block" minHeight="1lh" color={isKept === false ? 'fg.warning' : 'fg.subtle'} textStyle="xs">
            {isKept !== undefined && t(isKept ? 'draft.kept' : 'draft.memory')}
          </chakra.small>
        )}
      </chakra.div>
      <chakra.div display="flex" gap="2" marginInlineStart="auto">
        <Button onClick={onCancel}>{t('action.cancel')}</Button>
        <Button type="submit" variant="solid" disabled={isSubmitting}>
          {t('action.save')}
        </Button>
      </chakra.div>
    </chakra.div>
  );
}
