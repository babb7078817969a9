import { ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { NotTaken } from '#contract/attendance.ts';
import { classPath } from '#src/features/class-page/class-path.ts';
import { useSessionWords } from '#src/features/class-page/sessions/session-words.ts';
import controls from '#src/theme/controls.module.css';

/** The way from a register that was just saved to the next one that is open. */
export function NextRegister({ next }: { next: NotTaken }) {
  const { t } = useTranslation('class-page');
  const words = useSessionWords();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // It takes the place of the button that saved, and with it the focus.
    if (document.activeElement === document.body) link.current?.focus({ preventScroll: true });
  }, []);
  const at = `${next.classCode} ${words.day(next)} ${words.times(next)}`;
  return (
    <Link ref={link} className={`${controls.button} ${controls.solid}`} aria-label={t('attendance.nextOpenAt', { at })} to={classPath(next.classId, 'attendance', next._id)}>
      {t('attendance.nextOpen', { class: next.classCode })}
      <ChevronRight aria-hidden size={18} strokeWidth={1.75} data-flip />
    </Link>
  );
}
