import { ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { NotTaken } from '#contract/classes/attendance.ts';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { classPath } from '#src/features/class-page/class-path.ts';
import { useSessionWords } from '#src/features/class-page/sessions/session-words.ts';
import { formatDate } from '#src/lib/text/format.ts';

const DAY_AND_MONTH = 'dd/mm'.length;

/** A link from a register that was just saved to the next open one. */
export function NextRegister({ next }: { next: NotTaken }) {
  const { t } = useTranslation('class-page');
  const words = useSessionWords();
  const [params] = useSearchParams();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // The link replaces the Save button, so it takes over the focus.
    if (document.activeElement === document.body) link.current?.focus({ preventScroll: true });
  }, []);
  // In the same class only the day differs.
  const isSameClass = params.get('id') === next.classId;
  const at = `${next.classCode} ${words.day(next)} ${words.times(next)}`;
  return (
    <LinkButton
      look="solid"
      ref={link}
      aria-label={t('attendance.nextOpenAt', { at })}
      to={classPath(next.classId, 'attendance', next._id)}
    >
      {t('attendance.nextOpen', {
        class: isSameClass ? formatDate(next.date).slice(0, DAY_AND_MONTH) : next.classCode,
      })}
      <ChevronRight aria-hidden size={18} strokeWidth={1.75} data-flip />
    </LinkButton>
  );
}
